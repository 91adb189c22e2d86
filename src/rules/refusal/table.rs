//! What a row of the table of refusals becomes.

/// Makes [`Refusal`](super::Refusal) of its rows.
macro_rules! refusals {
    ($(
        $name:ident $({ $($field:ident: $type:ty),+ })? => $code:literal {
            says: $says:literal $(with ($($word:ident = $value:expr),+))?,
            kind: $kind:ident, title: $title:literal,
            page: $page:literal,
            in_turn: $($in_turn:tt)+
        }
    )+) => {
        /// Why something that was reported cannot be so: [`code`](Refusal::code) is for machines, the
        /// text for players.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Refusal {
            $( #[doc = $title] $name $({ $($field: $type),+ })? ),+
        }

        impl Refusal {
            /// What is the same for all refusals with a code, code by code.
            pub const TABLE: &'static [Row] =
                &[$( Row { code: $code, kind: Kind::$kind, title: $title, page: $page } ),+];

            /// What is the same for all refusals with its code.
            pub const fn row(&self) -> &'static Row {
                match self {
                    $( Refusal::$name { .. } => {
                        &Row { code: $code, kind: Kind::$kind, title: $title, page: $page }
                    } ),+
                }
            }

            /// The refusal as a clause.
            pub fn phrase(&self) -> Phrase {
                match self {
                    $( Refusal::$name $({ $($field),+ })? => {
                        $($( let $word = $value; )+)?
                        phrase!($says $($(, $field)+)? $($(, $word)+)?)
                    } ),+
                }
            }

            /// What the refusal means for the turn that it refuses; `None` where it is about no turn.
            pub fn in_turn(&self) -> Option<InTurn> {
                match self {
                    $( Refusal::$name $({ $($field),+ })? => {
                        $($( let _ = $field; )+)?
                        in_turn!($($in_turn)+)
                    } ),+
                }
            }
        }

    };
}

/// The last part of a row: what a refusal means for a turn.
macro_rules! in_turn {
    (never,) => {
        None
    };
    ($blames:expr, overridable: $overridable:literal, shows: $shows:expr,) => {
        Some(InTurn { blames: $blames, overridable: $overridable, shows: $shows })
    };
}
