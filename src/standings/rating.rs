//! How well somebody plays: the rating of Weng and Lin, for any number of sides with any number of
//! members, and with ties.
//!
//! R. C. Weng and C.-J. Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12 (2011),
//! algorithm 1: the Bradley-Terry model, every side against every other. Of a rating it is known how
//! good the player is as far as one can tell, and how far that may be wrong; a game moves both.
//!
//! It is written out here, and not taken from a crate, because the same games must give the same bits
//! on every machine: what is kept is compared with what comes out anew. The library of the system and
//! the processor decide about `f64::exp`; `libm` is the same everywhere. A test holds it to the crate
//! `skillratings`.

/// What a newcomer's skill is taken to be.
pub const MU: f64 = 25.0;
/// How far that may be wrong: a standard deviation.
pub const SIGMA: f64 = MU / 3.0;
/// The difference in skill at which two settled players win two games of three and one: the larger,
/// the more is left to luck.
pub const BETA: f64 = SIGMA / 2.0;
/// How much less sure a rating is before each further game, so that it follows a player who gets
/// better (the dynamics factor of `TrueSkill`).
pub const TAU: f64 = SIGMA / 100.0;
/// The least share of its variance that a rating keeps after a game.
pub const KAPPA: f64 = 1e-6;

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// How good the player is, as far as one can tell.
    pub mu: f64,
    /// How far that may be wrong: a standard deviation.
    pub sigma: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating { mu: MU, sigma: SIGMA }
    }
}

impl Rating {
    /// The skill that the player has almost surely: three standard deviations below the estimate.
    pub fn conservative(&self) -> f64 {
        self.mu - 3.0 * self.sigma
    }

    /// The number that people see: 1000 for a newcomer, and 40 for each unit of sure skill.
    #[expect(clippy::as_conversions, clippy::cast_possible_truncation, reason = "`as` keeps it in range")]
    pub fn shown(&self) -> i32 {
        (1000.0 + 40.0 * self.conservative()).round() as i32
    }

    /// The rating before a further game.
    fn aged(self) -> Rating {
        Rating { mu: self.mu, sigma: (self.sigma * self.sigma + TAU * TAU).sqrt() }
    }
}

/// A side of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Team {
    /// Its place; sides that share one are level.
    pub place: i16,
    /// The ratings of its members, who play for it together.
    pub members: Vec<Rating>,
}

impl Team {
    fn mu(&self) -> f64 {
        self.members.iter().map(|member| member.mu).sum()
    }

    fn variance(&self) -> f64 {
        self.members.iter().map(|member| member.sigma * member.sigma).sum()
    }
}

/// The sides after a game between them.
pub fn rate(mut teams: Vec<Team>) -> Vec<Team> {
    for member in teams.iter_mut().flat_map(|team| &mut team.members) {
        *member = member.aged();
    }
    let strengths: Vec<(i16, f64, f64)> =
        teams.iter().map(|team| (team.place, team.mu(), team.variance())).collect();
    for (own, team) in teams.iter_mut().enumerate() {
        let (place, mu, variance) = (team.place, team.mu(), team.variance());
        // Omega and delta of the paper: what the other sides say about this one.
        let (mut better, mut surer) = (0.0, 0.0);
        for (_, (other_place, other_mu, other_variance)) in
            strengths.iter().enumerate().filter(|(other, _)| *other != own)
        {
            let spread = (variance + other_variance + 2.0 * BETA * BETA).sqrt();
            let expected = 1.0 / (1.0 + libm::exp((other_mu - mu) / spread));
            let score = match place.cmp(other_place) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 0.0,
            };
            let share = variance / spread;
            better += share * (score - expected);
            surer += variance.sqrt() / spread * (share / spread) * expected * (1.0 - expected);
        }
        for member in &mut team.members {
            let part = member.sigma * member.sigma / variance;
            member.mu += part * better;
            member.sigma *= (1.0 - part * surer).max(KAPPA).sqrt();
        }
    }
    teams
}

#[cfg(test)]
mod tests {
    use skillratings::MultiTeamOutcome;
    use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

    use super::*;

    fn team(place: i16, members: &[(f64, f64)]) -> Team {
        Team { place, members: members.iter().map(|&(mu, sigma)| Rating { mu, sigma }).collect() }
    }

    #[test]
    fn it_is_what_the_crate_says() {
        let new = (MU, SIGMA);
        let games = [
            vec![team(1, &[new]), team(2, &[new])],
            vec![team(1, &[new]), team(1, &[(31.5, 2.25)])],
            vec![team(2, &[(20.0, 1.5), (33.0, 7.0)]), team(1, &[(18.0, 3.0), new])],
            vec![team(3, &[(44.0, 0.9)]), team(1, &[(11.0, 4.0)]), team(1, &[new]), team(4, &[(26.0, 2.0)])],
        ];
        for game in games {
            let aged = |team: &Team| -> Vec<WengLinRating> {
                let ratings = team.members.iter().map(|member| member.aged());
                ratings.map(|it| WengLinRating { rating: it.mu, uncertainty: it.sigma }).collect()
            };
            let aged: Vec<Vec<WengLinRating>> = game.iter().map(aged).collect();
            let ranks = game.iter().map(|team| MultiTeamOutcome::new(team.place.try_into().unwrap()));
            let teams: Vec<_> = aged.iter().map(Vec::as_slice).zip(ranks).collect();
            let expected = weng_lin_multi_team(&teams, &WengLinConfig::new());
            let found = rate(game.clone());
            for (found, expected) in found.iter().zip(&expected) {
                assert_eq!(found.members.len(), expected.len());
                for (found, expected) in found.members.iter().zip(expected) {
                    assert!((found.mu - expected.rating).abs() < 1e-12, "{found:?} {expected:?}");
                    assert!((found.sigma - expected.uncertainty).abs() < 1e-12, "{found:?} {expected:?}");
                }
            }
        }
    }

    #[test]
    fn whoever_comes_in_before_gains_and_everybody_is_known_better() {
        let game = rate(vec![team(1, &[(MU, SIGMA)]), team(2, &[(MU, SIGMA)])]);
        let [first, second] = [&game[0].members[0], &game[1].members[0]];
        assert!(first.mu > MU && second.mu < MU && first.sigma < SIGMA && second.sigma < SIGMA);
        assert_eq!((Rating::default().shown(), first.shown() > 1000), (1000, true));
        let level = rate(vec![team(1, &[(MU, SIGMA)]), team(1, &[(MU, SIGMA)])]);
        assert!((level[0].members[0].mu - MU).abs() < 1e-12, "nobody gains by a draw among equals");
    }

    #[test]
    fn a_long_history_leaves_a_rating_that_still_moves() {
        let (mut ann, mut bob) = (Rating::default(), Rating::default());
        let mut play = |place: i16| {
            let sides =
                vec![Team { place, members: vec![ann] }, Team { place: 3 - place, members: vec![bob] }];
            let after = rate(sides);
            let moved = after[0].members[0].mu - ann.mu;
            (ann, bob) = (after[0].members[0], after[1].members[0]);
            (moved.abs(), ann.sigma)
        };
        let settled = (0..10_000).map(|game| play(1 + game % 2)).last().unwrap();
        assert!(settled.0 > 0.05 && settled.1 > 0.5 && settled.1 < 3.0, "{settled:?}");
    }
}
