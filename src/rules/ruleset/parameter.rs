//! How parameters are declared: a section of typed values, the partial section that overrides
//! it, and the words that describe both come from one list.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use utoipa::ToSchema;

/// Something wrong with a ruleset, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleProblem {
    /// JSON Pointer into the overrides, such as `/arms/later_double`.
    pub path: String,
    /// What was expected, for people.
    pub message: String,
}

impl RuleProblem {
    pub(crate) fn new(path: impl Into<String>, message: impl Into<String>) -> RuleProblem {
        RuleProblem { path: path.into(), message: message.into() }
    }
}

/// One parameter of a ruleset: where it stands, what it is set to, what it may be set to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Parameter {
    /// The dotted key, such as `arms.later_double`.
    pub key: String,
    /// The value in this variant, as text.
    pub value: String,
    /// What the value may be: the words of a choice, `true` and `false`, or a description of the range.
    pub values: Vec<String>,
    /// What the parameter decides.
    pub meaning: String,
    /// Where the value in this variant comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub source: Option<String>,
}

/// A value that a parameter can have.
pub trait Setting: Serialize + DeserializeOwned {
    /// What the value may be, for people and for a list of choices.
    fn values() -> Vec<String>;
}

impl Setting for bool {
    fn values() -> Vec<String> {
        vec!["true".into(), "false".into()]
    }
}

impl Setting for u8 {
    fn values() -> Vec<String> {
        vec!["a whole number".into()]
    }
}

impl Setting for u16 {
    fn values() -> Vec<String> {
        vec!["a whole number".into()]
    }
}

/// The name of a field as JSON has it: `r#type` is `type`.
pub fn plain(field: &'static str) -> &'static str {
    field.strip_prefix("r#").unwrap_or(field)
}

/// The text of a setting's value as a person reads it.
pub fn written(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(text)) => text,
        Ok(other) => other.to_string(),
        Err(_) => String::new(),
    }
}

/// Reads one member of an overrides section; a wrong one becomes a problem.
pub fn read_setting<T: Setting>(value: &Value, path: &str, problems: &mut Vec<RuleProblem>) -> Option<T> {
    if value.is_null() {
        return None;
    }
    // JSON has one kind of number: 3.0 is the whole number 3.
    let whole = value.as_f64().filter(|n| n.fract() == 0.0 && (0.0..=65_535.0).contains(n));
    let read = match whole.filter(|_| value.is_f64()) {
        Some(number) => serde_json::from_str(&format!("{number:.0}")),
        None => T::deserialize(value),
    };
    read.map_err(|_| {
        let expected = T::values().join(", ");
        problems.push(RuleProblem::new(path, format!("{value} is not possible here; expected: {expected}")));
    })
    .ok()
}

/// Whether a parameter that came later than the others has the value that it had before it came; then
/// it is not written, so that rulesets are stored as they always were.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Declares a closed set of words.
macro_rules! choices {
    ($( $(#[doc = $doc:literal])+ $name:ident { $( $(#[doc = $vdoc:literal])+ $word:tt => $variant:ident ),+ $(,)? } )+) => { $(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
        pub enum $name { $( $(#[doc = $vdoc])+ #[serde(rename = $word)] $variant ),+ }

        impl $name {
            /// All values, in the order in which they are documented.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];
        }

        impl $crate::rules::ruleset::Setting for $name {
            fn values() -> Vec<String> {
                vec![$($word.to_owned()),+]
            }
        }
    )+ };
}
pub(crate) use choices;

/// Declares sections of parameters and, for each, the partial section of overrides: those that are
/// always there, those that may be missing, and those that came later and are written where they differ.
macro_rules! sections {
    ($( $(#[doc = $doc:literal])+ $name:ident / $over:ident {
        $( $(#[doc = $fdoc:literal])+ $field:ident : $ty:ty ),* ;
        $( $(#[doc = $odoc:literal])+ $optional:ident : $oty:ty ),* $(,)?
        $(; $( $(#[doc = $ldoc:literal])+ $later:ident : $lty:ty ),+ $(,)? )?
    } )+) => { $(
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
        pub struct $name {
            $( $(#[doc = $fdoc])+ pub $field: $ty, )*
            $( $(#[doc = $odoc])+
               #[serde(default, skip_serializing_if = "Option::is_none")]
               #[schema(nullable = false)]
               pub $optional: Option<$oty>, )*
            $( $( $(#[doc = $ldoc])+
               #[serde(default, skip_serializing_if = "crate::rules::ruleset::is_default")]
               pub $later: $lty, )+ )?
        }

        #[doc = concat!("What differs from the variant in `", stringify!($name), "`. A member that is left out keeps the variant's value.")]
        #[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
        pub struct $over {
            $( $(#[doc = $fdoc])+ #[serde(skip_serializing_if = "Option::is_none")] pub $field: Option<$ty>, )*
            $( $(#[doc = $odoc])+ #[serde(skip_serializing_if = "Option::is_none")] pub $optional: Option<$oty>, )*
            $( $( $(#[doc = $ldoc])+ #[serde(skip_serializing_if = "Option::is_none")] pub $later: Option<$lty>, )+ )?
        }

        impl $over {
            /// Reads the section; whatever is wrong in it becomes a problem.
            pub(crate) fn read(
                value: &serde_json::Value,
                path: &str,
                problems: &mut Vec<$crate::rules::ruleset::RuleProblem>,
            ) -> $over {
                let mut section = $over::default();
                let Some(members) = value.as_object() else {
                    problems.push($crate::rules::ruleset::RuleProblem::new(path, "expected an object"));
                    return section;
                };
                for (key, value) in members {
                    let path = format!("{path}/{key}");
                    use $crate::rules::ruleset::plain;
                    match key.as_str() {
                        $( key if key == plain(stringify!($field)) => section.$field = $crate::rules::ruleset::read_setting(value, &path, problems), )*
                        $( key if key == plain(stringify!($optional)) => section.$optional = $crate::rules::ruleset::read_setting(value, &path, problems), )*
                        $( $( key if key == plain(stringify!($later)) => section.$later = $crate::rules::ruleset::read_setting(value, &path, problems), )+ )?
                        _ => problems.push($crate::rules::ruleset::RuleProblem::new(
                            path,
                            format!(
                                "there is no such parameter; the section has: {}",
                                [
                                    $( plain(stringify!($field)), )*
                                    $( plain(stringify!($optional)), )*
                                    $( $( plain(stringify!($later)), )+ )?
                                ].join(", ")
                            ),
                        )),
                    }
                }
                section
            }

            /// Puts what differs into `section`.
            pub(crate) fn apply(&self, section: &mut $name) {
                $( if let Some(value) = &self.$field { section.$field = value.clone(); } )*
                $( if let Some(value) = &self.$optional { section.$optional = Some(value.clone()); } )*
                $( $( if let Some(value) = &self.$later { section.$later = value.clone(); } )+ )?
            }
        }

        impl $name {
            /// Lists the parameters of the section under `prefix`.
            pub(crate) fn list(&self, prefix: &str, out: &mut Vec<$crate::rules::ruleset::Parameter>) {
                $( out.push($crate::rules::ruleset::Parameter {
                    key: format!("{prefix}.{}", $crate::rules::ruleset::plain(stringify!($field))),
                    value: $crate::rules::ruleset::written(&self.$field),
                    values: <$ty as $crate::rules::ruleset::Setting>::values(),
                    meaning: concat!($($fdoc),+).trim().to_owned(),
                    source: None,
                }); )*
                $( out.push($crate::rules::ruleset::Parameter {
                    key: format!("{prefix}.{}", $crate::rules::ruleset::plain(stringify!($optional))),
                    value: self.$optional.as_ref().map_or_else(|| "not set".to_owned(), $crate::rules::ruleset::written),
                    values: <$oty as $crate::rules::ruleset::Setting>::values(),
                    meaning: concat!($($odoc),+).trim().to_owned(),
                    source: None,
                }); )*
                $( $( out.push($crate::rules::ruleset::Parameter {
                    key: format!("{prefix}.{}", $crate::rules::ruleset::plain(stringify!($later))),
                    value: $crate::rules::ruleset::written(&self.$later),
                    values: <$lty as $crate::rules::ruleset::Setting>::values(),
                    meaning: concat!($($ldoc),+).trim().to_owned(),
                    source: None,
                }); )+ )?
            }
        }
    )+ };
}
pub(crate) use sections;
