//! How closely a report is looked at.

use super::refusal::Refusal;
use super::report::Problem;
use super::turn::Override;

/// How closely a report is looked at. What was accepted once is never refused again, so a rule that
/// came later holds for new reports only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scrutiny {
    /// The report comes now.
    #[default]
    New,
    /// The report was accepted once.
    Recorded,
}

/// The rules that a report breaks: the first refuses it, unless it is recorded by override.
pub struct Broken {
    scrutiny: Scrutiny,
    overridden: bool,
    /// Those that it breaks by override.
    pub rules: Vec<Refusal>,
}

impl Broken {
    /// None so far.
    pub fn none(scrutiny: Scrutiny, overridden: bool) -> Broken {
        Broken { scrutiny, overridden, rules: Vec::new() }
    }

    /// None so far of what is recorded by `over`, which stands at `pointer`.
    ///
    /// Fails when it has no reason.
    pub fn recorded_for(
        scrutiny: Scrutiny,
        over: Option<&Override>,
        pointer: &str,
    ) -> Result<Broken, Problem> {
        over.map_or(Ok(()), Override::check).map_err(|refusal| Problem::at(pointer, refusal))?;
        Ok(Broken::none(scrutiny, over.is_some()))
    }

    /// Notes what is broken by override.
    ///
    /// Errors: what refuses the report.
    pub fn weigh(&mut self, verdict: Result<(), Refusal>) -> Result<(), Refusal> {
        match verdict {
            Err(refusal) if self.overridden && refusal.is_overridable() => {
                self.rules.push(refusal);
                Ok(())
            }
            verdict => verdict,
        }
    }

    /// The same for a rule that came later.
    ///
    /// Errors: what refuses a report that comes now.
    pub fn weigh_new(&mut self, verdict: Result<(), Refusal>) -> Result<(), Refusal> {
        match (self.weigh(verdict), self.scrutiny) {
            (Err(_), Scrutiny::Recorded) => Ok(()),
            (verdict, _) => verdict,
        }
    }
}
