//! Which games a table is about, and by what it ranks.

use chrono::NaiveDate;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use crate::api::problem::{ApiResult, FieldError};
use crate::api::query::invalid;
use crate::rules::{MAX_SEATS, Variant};
use crate::service::day;
use crate::service::names::{NameError, is_readable};
use crate::service::standings::Which;
use crate::standings::{Chain, Criterion, MAX_SEED, MOST_POINTS, Ranks};

/// Which games count.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct WhichQuery {
    /// Only games of this variant.
    #[param(nullable = false, value_type = Option<Variant>)]
    variant: Option<String>,
    /// Only games played on this day or later, in the club's time zone.
    #[param(nullable = false, value_type = Option<NaiveDate>)]
    from: Option<String>,
    /// Only games played on this day or earlier.
    #[param(nullable = false, value_type = Option<NaiveDate>)]
    to: Option<String>,
    /// Only games of so many players.
    #[param(nullable = false, value_type = Option<u8>, minimum = 2, maximum = 12)]
    players: Option<String>,
    /// Only games with partners (`true`) or without (`false`).
    #[param(nullable = false, value_type = Option<bool>)]
    partners: Option<String>,
    /// Only games of this season, by its id. A season has its own days and games, so no other parameter
    /// goes with it.
    #[param(nullable = false, value_type = Option<Uuid>)]
    season: Option<String>,
}

/// Which games count, and by what players are ranked.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct StandingsQuery {
    /// Only games of this variant.
    #[param(nullable = false, value_type = Option<Variant>)]
    variant: Option<String>,
    /// Only games played on this day or later, in the club's time zone.
    #[param(nullable = false, value_type = Option<NaiveDate>)]
    from: Option<String>,
    /// Only games played on this day or earlier.
    #[param(nullable = false, value_type = Option<NaiveDate>)]
    to: Option<String>,
    /// Only games of so many players.
    #[param(nullable = false, value_type = Option<u8>, minimum = 2, maximum = 12)]
    players: Option<String>,
    /// Only games with partners (`true`) or without (`false`).
    #[param(nullable = false, value_type = Option<bool>)]
    partners: Option<String>,
    /// Criteria between commas, in order; each breaks ties left by the ones before: `points`, `win_rate`,
    /// `won`, `difference`, `points_for`, `average`, `rounds_won`, `played`, `penalties` (the fewest),
    /// `head_to_head`, `mini_table`, `lots`. `head_to_head` and `mini_table` are about meetings: a game
    /// is one with each opponent.
    #[param(nullable = false, pattern = "^[a-z_]+(,[a-z_]+)*$", example = "points,head_to_head,difference")]
    rank_by: Option<String>,
    /// The points of a win; 3 if absent.
    #[param(nullable = false, value_type = Option<i32>, minimum = -1000, maximum = 1000)]
    win: Option<String>,
    /// The points of a draw; 1 if absent.
    #[param(nullable = false, value_type = Option<i32>, minimum = -1000, maximum = 1000)]
    draw: Option<String>,
    /// The points of a loss; 0 if absent.
    #[param(nullable = false, value_type = Option<i32>, minimum = -1000, maximum = 1000)]
    loss: Option<String>,
    /// The points of each round won, whatever becomes of the game; 0 if absent.
    #[param(nullable = false, value_type = Option<i32>, minimum = -1000, maximum = 1000)]
    round_won: Option<String>,
    /// The points of a narrow loss, on top of those of a loss; 0 if absent. A loss is narrow if the
    /// winner won at most one round more, as in 5 rounds to 4, and nobody gave up.
    #[param(nullable = false, value_type = Option<i32>, minimum = -1000, maximum = 1000)]
    narrow_loss: Option<String>,
    /// With fewer games a win rate does not count; 1 if absent.
    #[param(nullable = false, value_type = Option<i32>, minimum = 1, maximum = 1000)]
    min_games: Option<String>,
    /// What lots are drawn by; the same seed draws the same lots.
    #[param(nullable = false, min_length = 1, max_length = 100)]
    seed: Option<String>,
    /// `competition` (1, 2, 2, 4) or `dense` (1, 2, 2, 3); `competition` if absent.
    #[param(nullable = false, pattern = "^(competition|dense)$")]
    ranks: Option<String>,
    /// The table of this season, by its id. A season has its own days, games and ranking, so no other
    /// parameter but `live` goes with it.
    #[param(nullable = false, value_type = Option<Uuid>)]
    season: Option<String>,
    /// `true`: of a closed season the table as it would be now, instead of the copy.
    #[param(nullable = false, value_type = Option<bool>)]
    live: Option<String>,
}

/// Which games statistics are about.
pub enum AskedGames {
    /// These.
    Which(Which),
    /// Those of a season.
    Season(Uuid),
}

/// What a table is asked for.
pub enum Asked {
    /// The table of these games, ranked like this.
    Games(Which, Chain),
    /// The table of a season.
    Season {
        id: Uuid,
        /// Even if there is a copy.
        live: bool,
    },
}

impl WhichQuery {
    /// Which games count, or which season says so.
    ///
    /// # Errors
    ///
    /// 400 with the parameter that cannot be used.
    pub fn read(&self) -> ApiResult<AskedGames> {
        let Some(season) = &self.season else { return self.which().map(AskedGames::Which) };
        alone(&[
            ("variant", &self.variant),
            ("from", &self.from),
            ("to", &self.to),
            ("players", &self.players),
            ("partners", &self.partners),
        ])?;
        season_id(season).map(AskedGames::Season)
    }

    fn which(&self) -> ApiResult<Which> {
        let (from, to) = range(date("from", self.from.as_deref())?, date("to", self.to.as_deref())?)?;
        let variant = self.variant.as_deref().map(variant).transpose()?;
        let most = i64::try_from(MAX_SEATS).unwrap_or(i64::MAX);
        let seats = whole("players", self.players.as_deref(), (2, most))?;
        let partners = truth("partners", self.partners.as_deref())?;
        Ok(Which { variant, seats: seats.and_then(|seats| i16::try_from(seats).ok()), partners, from, to })
    }
}

impl StandingsQuery {
    /// Which games count and by what players are ranked, or which season says so.
    ///
    /// # Errors
    ///
    /// 400 with the parameter that cannot be used.
    pub fn read(self) -> ApiResult<Asked> {
        let live = truth("live", self.live.as_deref())?;
        let Some(season) = &self.season else {
            return match live {
                None => self.games().map(|(which, chain)| Asked::Games(which, chain)),
                Some(_) => Err(invalid("live", "is only for the table of a `season`")),
            };
        };
        let id = season_id(season)?;
        alone(&[
            ("variant", &self.variant),
            ("from", &self.from),
            ("to", &self.to),
            ("players", &self.players),
            ("partners", &self.partners),
            ("rank_by", &self.rank_by),
            ("win", &self.win),
            ("draw", &self.draw),
            ("loss", &self.loss),
            ("round_won", &self.round_won),
            ("narrow_loss", &self.narrow_loss),
            ("min_games", &self.min_games),
            ("seed", &self.seed),
            ("ranks", &self.ranks),
        ])?;
        Ok(Asked::Season { id, live: live.unwrap_or(false) })
    }

    fn games(self) -> ApiResult<(Which, Chain)> {
        let StandingsQuery { variant, from, to, players, partners, .. } = self;
        let which = WhichQuery { variant, from, to, players, partners, season: None }.which()?;
        let standard = Chain::default();
        let criteria = match &self.rank_by {
            None => standard.criteria,
            Some(text) => Chain::criteria(text).map_err(|why| invalid("rank_by", why))?,
        };
        let worth = |name, text: &Option<String>| whole(name, text.as_deref(), (-MOST_POINTS, MOST_POINTS));
        let chain = Chain {
            win: worth("win", &self.win)?.unwrap_or(standard.win),
            draw: worth("draw", &self.draw)?.unwrap_or(standard.draw),
            loss: worth("loss", &self.loss)?.unwrap_or(standard.loss),
            round_won: worth("round_won", &self.round_won)?.unwrap_or(standard.round_won),
            narrow_loss: worth("narrow_loss", &self.narrow_loss)?.unwrap_or(standard.narrow_loss),
            min_games: whole("min_games", self.min_games.as_deref(), (1, 1000))?
                .unwrap_or(standard.min_games),
            seed: seed(self.seed, &criteria)?,
            ranks: match self.ranks.as_deref() {
                None | Some("competition") => Ranks::Competition,
                Some("dense") => Ranks::Dense,
                Some(_) => return Err(invalid("ranks", "must be `competition` or `dense`")),
            },
            criteria,
        };
        Ok((which, chain))
    }
}

/// Whether none of these is given beside a season.
fn alone(others: &[(&str, &Option<String>)]) -> ApiResult<()> {
    let Some((other, _)) = others.iter().find(|(_, value)| value.is_some()) else { return Ok(()) };
    let why = "cannot be given with `season`, which has its own days, games and ranking";
    let both = format!("cannot be given with `{other}`");
    Err(invalid(other, why).error(FieldError::parameter("season", both)))
}

fn season_id(text: &str) -> ApiResult<Uuid> {
    Uuid::try_parse(text).map_err(|_| invalid("season", "must be the id of a season, a UUID"))
}

/// Whether lots can be drawn by a seed, and why not.
pub(in crate::api) fn check_seed(seed: &str) -> Result<(), String> {
    if !(1..=MAX_SEED).contains(&seed.chars().count()) {
        return Err(format!("must have 1 to {MAX_SEED} characters"));
    }
    is_readable(seed).then_some(()).ok_or_else(|| NameError::ControlCharacter.to_string())
}

fn seed(seed: Option<String>, criteria: &[Criterion]) -> ApiResult<String> {
    match seed {
        Some(seed) => check_seed(&seed).map_err(|why| invalid("seed", why)).map(|()| seed),
        None if criteria.contains(&Criterion::Lots) => {
            Err(invalid("seed", "is required to draw lots, so that they can be drawn again"))
        }
        None => Ok(String::new()),
    }
}

/// The word of a variant.
///
/// # Errors
///
/// 400 if there is none of that name.
pub fn variant(word: &str) -> ApiResult<String> {
    let known = Variant::ALL.iter().map(|variant| variant.word());
    if known.clone().any(|known| known == word) {
        return Ok(word.to_owned());
    }
    let all: Vec<&str> = known.collect();
    Err(invalid("variant", format!("must be one of {}", all.join(", "))))
}

/// A range of dates, each of which may be open.
///
/// # Errors
///
/// 400 if it ends before it begins.
pub fn range(
    from: Option<NaiveDate>,
    to: Option<NaiveDate>,
) -> ApiResult<(Option<NaiveDate>, Option<NaiveDate>)> {
    match from.zip(to) {
        Some((from, to)) if to < from => Err(invalid("to", "must not be a day before `from`")),
        _ => Ok((from, to)),
    }
}

/// A date, if one is given.
///
/// # Errors
///
/// 400 if it is none, or of a year that no table has.
pub fn date(name: &str, text: Option<&str>) -> ApiResult<Option<NaiveDate>> {
    let Some(text) = text else { return Ok(None) };
    let day =
        day::read(text).ok_or_else(|| invalid(name, "must be a date of the calendar such as 2026-11-29"))?;
    Ok(Some(day))
}

fn truth(name: &str, text: Option<&str>) -> ApiResult<Option<bool>> {
    match text {
        None => Ok(None),
        Some("true") => Ok(Some(true)),
        Some("false") => Ok(Some(false)),
        Some(_) => Err(invalid(name, "must be `true` or `false`")),
    }
}

fn whole(name: &str, text: Option<&str>, (least, most): (i64, i64)) -> ApiResult<Option<i64>> {
    match text.map(str::parse) {
        None => Ok(None),
        Some(Ok(number)) if (least..=most).contains(&number) => Ok(Some(number)),
        Some(_) => Err(invalid(name, format!("must be a whole number from {least} to {most}"))),
    }
}
