//! Whether a reported turn can be so.

use super::*;
use crate::rules::layout::Misfit;
use crate::rules::ruleset::LeadTile;
use crate::rules::scrutiny::{Broken, Scrutiny};
use crate::rules::turn::Play;

impl LineRound {
    /// Whether `turn` can be recorded now.
    ///
    /// Errors: the first rule that it breaks; with an override only what the table cannot have done.
    pub fn judge(
        &self,
        rules: &Ruleset,
        lines: &LineRules,
        turn: &Turn,
        scrutiny: Scrutiny,
    ) -> Result<JudgedLine, Refusal> {
        let play = turn.action()?;
        if !self.playing.has(turn.seat) {
            return Err(Refusal::no_seat(self.playing, turn.seat));
        }
        if self.ending.is_some() {
            return self.closing_pass(turn, play);
        }
        let mut broken = Broken::none(scrutiny, turn.over.is_some());
        if self.layout.is_empty() && self.leads_any() {
            broken.weigh_new(self.on_turn(turn.seat, play))?;
        } else {
            broken.weigh(self.on_turn(turn.seat, play))?;
        }
        self.check_drawn(rules, turn)?;
        broken.weigh(self.check_draws(rules, lines, turn, play.is_some()))?;
        let (action, at) = match play {
            None => {
                broken.weigh(self.check_pass(rules, lines, turn))?;
                broken.weigh_new(self.check_drawn_for_lead(turn))?;
                (Move::Pass, None)
            }
            Some(play) => {
                self.holds(rules, turn, play.tile)?;
                if self.layout.is_empty() {
                    self.judge_lead(turn, play, &mut broken)?
                } else {
                    self.judge_join(rules, play, &mut broken)?
                }
            }
        };
        Ok(JudgedLine { action, at, broken: broken.rules })
    }

    /// After a block, passes are still heard until everybody has passed once.
    fn closing_pass(&self, turn: &Turn, play: Option<&Play>) -> Result<JudgedLine, Refusal> {
        let closing = matches!(self.ending, Some(Ending::Blocked { .. }))
            && play.is_none()
            && turn.drew() == 0
            && self.turn == Some(turn.seat)
            && self.passed.len() < self.active();
        if closing {
            Ok(JudgedLine { action: Move::ClosingPass, at: None, broken: Vec::new() })
        } else {
            Err(Refusal::RoundOver { how: self.how() })
        }
    }

    /// Whether a double gives the lead, but another tile may be led.
    fn leads_any(&self) -> bool {
        self.duty.by.is_some() && self.duty.tile != LeadTile::ThatTile
    }

    fn on_turn(&self, seat: Seat, play: Option<&Play>) -> Result<(), Refusal> {
        match self.turn {
            Some(expected) if expected != seat && self.layout.is_empty() && play.is_some() => {
                let double =
                    self.opener().filter(|(holder, _)| *holder == expected).map(|(_, double)| double);
                Err(Refusal::WrongLeader { leader: seat, expected, double })
            }
            Some(turn) if turn != seat => Err(Refusal::OutOfTurn { seat, turn }),
            _ => Ok(()),
        }
    }

    /// The tiles that are said to have been drawn can have been in the boneyard.
    fn check_drawn(&self, rules: &Ruleset, turn: &Turn) -> Result<(), Refusal> {
        let (drew, drawn) = (turn.drew(), turn.drawn());
        if turn.drawn.is_some() && drawn.len() != drew {
            return Err(Refusal::DrawnMismatch { drew, named: drawn.len() });
        }
        if drew > self.boneyard {
            return Err(Refusal::BoneyardEmpty { drew, boneyard: self.boneyard });
        }
        if let Some(tile) = crate::rules::tile::named_twice(drawn) {
            return Err(Refusal::TileTwice { tile });
        }
        drawn.iter().try_for_each(|tile| self.is_elsewhere(rules, turn.seat, *tile, true))
    }

    /// Refuses a tile that is not in the set, on the table or in another hand.
    fn is_elsewhere(&self, rules: &Ruleset, seat: Seat, tile: Tile, own_too: bool) -> Result<(), Refusal> {
        if !rules.has_tile(tile) {
            return Err(Refusal::NotInSet { tile, set: rules.set_name() });
        }
        if self.layout.tiles().contains(tile) {
            return Err(Refusal::TileUsed { tile });
        }
        let holder = self.seating.seats().find(|other| self.hand(*other).known.contains(tile));
        match holder.filter(|holder| own_too || *holder != seat) {
            Some(holder) => Err(Refusal::HeldByOther { tile, holder }),
            None => Ok(()),
        }
    }

    /// The player can have the tile that he plays.
    fn holds(&self, rules: &Ruleset, turn: &Turn, tile: Tile) -> Result<(), Refusal> {
        self.is_elsewhere(rules, turn.seat, tile, false)?;
        let mut hand = self.hand(turn.seat);
        hand.take(turn.drew(), turn.drawn());
        if hand.known.contains(tile) || !hand.is_open() {
            Ok(())
        } else {
            Err(Refusal::NotInHand { seat: turn.seat, tile })
        }
    }

    fn first_fit(&self, tiles: impl IntoIterator<Item = Tile>) -> Option<Tile> {
        if self.layout.is_empty() {
            return None;
        }
        tiles.into_iter().find(|tile| self.layout.fits(*tile))
    }

    /// Drawing is for a player who cannot play, one tile after the other, down to the reserve.
    fn check_draws(
        &self,
        rules: &Ruleset,
        lines: &LineRules,
        turn: &Turn,
        plays: bool,
    ) -> Result<(), Refusal> {
        let drew = turn.drew();
        if drew == 0 {
            return Ok(());
        }
        if self.layout.is_empty() {
            return self.check_draws_for_lead(turn);
        }
        let (available, stay) = (self.available(lines), usize::from(lines.draw.reserve));
        match lines.draw.count {
            DrawCount::None => return Err(Refusal::NoDrawing),
            DrawCount::One if drew > 1 => {
                return Err(Refusal::DrewTooMany { drew, available: available.min(1), stay });
            }
            DrawCount::One if plays && !lines.draw.play_drawn => return Err(Refusal::DrewAndPlayed),
            DrawCount::One | DrawCount::Until if drew > available => {
                return Err(Refusal::DrewTooMany { drew, available, stay });
            }
            DrawCount::One | DrawCount::Until => {}
        }
        if !rules.must_play() {
            return Ok(());
        }
        let before_last = turn.drawn().split_last().map_or(&[][..], |(_, before)| before);
        let held = self.hand(turn.seat).known.iter().chain(before_last.iter().copied());
        match self.first_fit(held) {
            Some(tile) => Err(Refusal::MustPlay { seat: turn.seat, tile }),
            None => Ok(()),
        }
    }

    /// The lead is drawn for one tile at a time, while nobody is known to hold what gives it.
    fn check_draws_for_lead(&self, turn: &Turn) -> Result<(), Refusal> {
        let (seat, drew) = (turn.seat, turn.drew());
        match self.opener() {
            _ if !self.duty.drawn_for => Err(Refusal::DrawOnLead),
            _ if drew > 1 => Err(Refusal::DrewTooMany { drew, available: 1, stay: 0 }),
            Some((holder, tile)) if holder == seat => Err(Refusal::MustLead { seat, tile }),
            Some(_) => Err(Refusal::DrawOnLead),
            None => Ok(()),
        }
    }

    /// Whoever draws what gives the lead has to lead.
    fn check_drawn_for_lead(&self, turn: &Turn) -> Result<(), Refusal> {
        let drawn = turn.drawn().iter().copied().collect();
        let opener = self.duty.opener(drawn).filter(|_| self.layout.is_empty());
        opener.map_or(Ok(()), |tile| Err(Refusal::MustLead { seat: turn.seat, tile }))
    }

    fn check_pass(&self, rules: &Ruleset, lines: &LineRules, turn: &Turn) -> Result<(), Refusal> {
        let (seat, drew) = (turn.seat, turn.drew());
        if self.layout.is_empty() {
            let leader = self.turn.unwrap_or(seat);
            let drawing = self.duty.drawn_for && drew > 0;
            return if drawing { Ok(()) } else { Err(Refusal::PassOnLead { leader }) };
        }
        if !rules.must_play() {
            return Ok(());
        }
        let drawn: &[Tile] = if lines.draw.play_drawn { turn.drawn() } else { &[] };
        let held = self.hand(seat).known.iter().chain(drawn.iter().copied());
        if let Some(tile) = self.first_fit(held) {
            return Err(Refusal::MustPlay { seat, tile });
        }
        let available = self.available(lines);
        let missing = match lines.draw.count {
            DrawCount::None => 0,
            DrawCount::One => available.min(1).saturating_sub(drew),
            DrawCount::Until => available.saturating_sub(drew),
        };
        if missing > 0 { Err(Refusal::MustDraw { seat, available: missing }) } else { Ok(()) }
    }

    fn judge_lead(
        &self,
        turn: &Turn,
        play: &Play,
        broken: &mut Broken,
    ) -> Result<(Move, Option<Position>), Refusal> {
        match &play.at {
            None | Some(Position::Lead) => {}
            Some(at) => return Err(Refusal::NotOpen { at: at.clone(), open: "the lead comes first".into() }),
        }
        let mut own = self.hand(turn.seat);
        own.take(turn.drew(), turn.drawn());
        own.known.insert(play.tile);
        if self.leads_any() {
            broken.weigh_new(self.check_leader(turn.seat, own))?;
        }
        let others = self.playing.seats().filter(|seat| *seat != turn.seat);
        let elsewhere = others.fold(Tiles::NONE, |all, seat| all.union(self.hand(seat).known));
        broken.weigh(self.duty.check(play.tile, own.known, elsewhere))?;
        Ok((Move::Lead(play.tile), Some(Position::Lead)))
    }

    fn judge_join(
        &self,
        rules: &Ruleset,
        play: &Play,
        broken: &mut Broken,
    ) -> Result<(Move, Option<Position>), Refusal> {
        let tile = play.tile;
        let explain = |misfit| self.layout.explain(rules, (tile, play.at.as_ref()), misfit);
        let outlet = match self.layout.judge(tile, play.at.as_ref()) {
            Ok(outlet) => outlet,
            Err(misfit @ (Misfit::Obligation { outlet, .. } | Misfit::NoMatch(outlet)))
                if play.at.is_some() =>
            {
                broken.weigh(Err(explain(misfit)))?;
                outlet
            }
            Err(misfit) => return Err(explain(misfit)),
        };
        let matches = tile.has(self.layout.value(outlet));
        if !matches && !broken.rules.iter().any(|rule| matches!(rule, Refusal::NoMatch { .. })) {
            broken.weigh(Err(explain(Misfit::NoMatch(outlet))))?;
        }
        let outward = match play.outward {
            _ if matches => None,
            Some(outward) if tile.has(outward) => Some(outward),
            None if tile.is_double() => Some(tile.low()),
            _ => {
                return Err(Refusal::WrongShape {
                    what: "the tile does not match, so say in \"outward\" which of its numbers points away",
                });
            }
        };
        Ok((Move::Join { tile, outlet, outward }, Some(self.layout.at(outlet))))
    }
}
