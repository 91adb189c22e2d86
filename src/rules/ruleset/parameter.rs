//! How parameters are declared: a section of typed values, the partial section that overrides
//! it, and the words that describe both come from one list.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

use super::numbers::{allowed, range};

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

/// One parameter of a ruleset: its key, its value, and what else it can be set to.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Parameter {
    /// The dotted key, such as `arms.later_double`.
    #[serde(rename = "option")]
    pub key: String,
    /// The value in this variant, as text.
    pub value: String,
    /// The allowed values; empty where `range` describes them.
    pub values: Vec<ParameterValue>,
    /// What the value can be, where it is not one of `values`.
    pub range: Option<String>,
    /// What the parameter decides.
    pub meaning: String,
    /// The name of the source of the value in this variant; absent if no source mentions it.
    pub source: Option<String>,
}

/// An allowed value of a parameter.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ParameterValue {
    /// The value, as text.
    pub value: String,
    /// What it means, where that is not obvious.
    pub meaning: Option<String>,
}

impl ParameterValue {
    /// A value that needs no explanation.
    pub(super) fn plain(value: impl ToString) -> ParameterValue {
        ParameterValue { value: value.to_string(), meaning: None }
    }
}

/// What a setting can be.
pub enum Domain {
    /// One of a few values.
    Values(Vec<ParameterValue>),
    /// Something that this describes.
    Range(String),
}

/// A value that a parameter can have.
pub trait Setting: Serialize + DeserializeOwned {
    /// What the value may be.
    fn domain() -> Domain;
}

impl Setting for bool {
    fn domain() -> Domain {
        Domain::Values(vec![ParameterValue::plain(true), ParameterValue::plain(false)])
    }
}

impl Setting for u8 {
    fn domain() -> Domain {
        Domain::Range("a whole number".to_owned())
    }
}

impl Setting for u16 {
    fn domain() -> Domain {
        Domain::Range("a whole number".to_owned())
    }
}

/// What the parameter `key` can be.
fn domain<T: Setting>(key: &str) -> Domain {
    match (allowed(key), range(key)) {
        (Some(few), _) => Domain::Values(few.iter().map(ParameterValue::plain).collect()),
        (None, Some((least, most))) => Domain::Range(format!("a whole number from {least} to {most}")),
        (None, None) => T::domain(),
    }
}

/// The parameters of a ruleset, as they are listed.
#[derive(Default)]
pub(crate) struct Parameters(pub(super) Vec<Parameter>);

impl Parameters {
    /// Adds the parameter `key`, which is set to `value`.
    pub(crate) fn add<T: Setting>(&mut self, key: &str, value: String, meaning: &str) {
        let (values, range) = match domain::<T>(key) {
            Domain::Values(values) => (values, None),
            Domain::Range(range) => (Vec::new(), Some(range)),
        };
        let (key, meaning) = (key.to_owned(), meaning.trim().to_owned());
        self.0.push(Parameter { key, value, values, range, meaning, source: None });
    }
}

/// The name of a field as JSON has it: `r#type` is `type`.
pub fn plain(field: &'static str) -> &'static str {
    field.strip_prefix("r#").unwrap_or(field)
}

/// A setting, or a ruleset, as JSON.
#[expect(clippy::expect_used, reason = "they are numbers, words, and objects of them")]
pub fn as_json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("a setting has a form in JSON")
}

/// The text of a setting's value as a person reads it.
pub fn written(value: &impl Serialize) -> String {
    let value = as_json(value);
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
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
    if read.is_err() {
        let expected = match domain::<T>(&path.trim_start_matches('/').replace('/', ".")) {
            Domain::Values(values) => {
                values.into_iter().map(|known| known.value).collect::<Vec<_>>().join(", ")
            }
            Domain::Range(range) => range,
        };
        problems.push(RuleProblem::new(path, format!("{value} is not possible here; expected: {expected}")));
    }
    read.ok()
}

/// Whether a parameter that came later than the others has the value that it had before it came; then
/// it is not written, so that rulesets are stored as they always were.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Declares a closed set of words; after `or` a word that once meant the same, which is read and not listed.
macro_rules! choices {
    ($( $(#[doc = $doc:literal])+ $name:ident { $( $(#[doc = $vdoc:literal])+ $word:tt $(or $older:tt)? => $variant:ident ),+ $(,)? } )+) => { $(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
        pub enum $name { $( $(#[doc = $vdoc])+ #[serde(rename = $word $(, alias = $older)?)] $variant ),+ }

        impl $name {
            /// All values, in the order in which they are documented.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];
        }

        impl $crate::rules::ruleset::Setting for $name {
            fn domain() -> $crate::rules::ruleset::Domain {
                use $crate::rules::ruleset::{Domain, ParameterValue};
                let value = |word: &str, meaning: &str| ParameterValue {
                    value: word.to_owned(),
                    meaning: Some(meaning.trim().to_owned()),
                };
                Domain::Values(vec![$( value($word, concat!($($vdoc),+)) ),+])
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
            pub(crate) fn list(&self, prefix: &str, out: &mut $crate::rules::ruleset::Parameters) {
                use $crate::rules::ruleset::{plain, written};
                let key = |field: &'static str| format!("{prefix}.{}", plain(field));
                $( out.add::<$ty>(&key(stringify!($field)), written(&self.$field), concat!($($fdoc),+)); )*
                $( {
                    let value = self.$optional.as_ref().map_or_else(|| "not set".to_owned(), written);
                    out.add::<$oty>(&key(stringify!($optional)), value, concat!($($odoc),+));
                } )*
                $( $( out.add::<$lty>(&key(stringify!($later)), written(&self.$later), concat!($($ldoc),+)); )+ )?
            }
        }
    )+ };
}
pub(crate) use sections;
