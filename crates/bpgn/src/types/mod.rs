//! The words of a game file: tags, labels, clocks, ends of games, and the errors about them.

/// Declares an enum by a table: documentation, variant, name for programs, words for people.
macro_rules! named_enum {
    ($(#[$meta:meta])* $type:ident; $($(#[doc = $doc:literal])+ $variant:ident, $name:literal, $words:literal;)+) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $type {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl $type {
            /// All of them.
            pub const ALL: &'static [$type] = &[$($type::$variant),+];

            /// Returns a short name in kebab case.
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)+
                }
            }

            /// Returns what it means, in Markdown.
            pub const fn description(self) -> &'static str {
                match self {
                    $($type::$variant => concat!($($doc),+).trim_ascii(),)+
                }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $($type::$variant => $words,)+
                })
            }
        }
    };
}

/// Declares an enum by a table: documentation, variant with its fields, name for programs, message for people. The name
/// and the message may use the fields.
macro_rules! kinds {
    ($(#[$meta:meta])* $type:ident; $(
        $(#[$doc:meta])+ $variant:ident
        $(($($field:ident: $of:ty),+))?
        $({ $($(#[$named_doc:meta])+ $named:ident: $named_of:ty,)+ })?
        => $name:expr, $message:literal $(, $argument:expr)*;
    )+) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum $type {
            $($(#[$doc])+ $variant $(($($of),+))? $({ $($(#[$named_doc])+ $named: $named_of),+ })?,)+
        }

        #[allow(unused_variables)]
        impl $type {
            /// Returns a short name in kebab case.
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$variant $(($($field),+))? $({ $($named),+ })? => $name,)+
                }
            }
        }

        #[allow(unused_variables)]
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match *self {
                    $($type::$variant $(($($field),+))? $({ $($named),+ })? => {
                        write!(f, $message $(, $argument)*)
                    })+
                }
            }
        }
    };
}
pub(crate) use kinds;

pub mod clock;
pub mod detect;
pub mod end_reason;
pub(crate) mod label;
pub(crate) mod syntax_error;
pub mod tags;

use core::str::FromStr;

use bughouse_chess::ParseError;

macro_rules! parse_by_reading {
    ($($type:ty),*) => {$(
        #[doc = concat!("Parses like [`", stringify!($type), "::read`].")]
        impl FromStr for $type {
            type Err = ParseError;

            fn from_str(text: &str) -> Result<Self, ParseError> {
                <$type>::read(text.as_bytes())
            }
        }
    )*};
}

parse_by_reading!(clock::Clk, label::Label, tags::Date, tags::GameResult);
