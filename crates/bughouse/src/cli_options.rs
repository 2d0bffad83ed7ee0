//! Options that several commands have, and the values of options.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::LazyLock;

use bughouse_chess::{
    Board, CastlingLetters, CastlingSide, Color, EnPassant, FenStyle, File, LastFields, Leniencies, Leniency,
    Material, ReadOptions, Rules,
};
use bughouse_review::format::Format;
use bughouse_review::position::{Read, ReadBoards};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueEnum};

/// Output notation of positions.
#[derive(Args, Debug)]
pub(crate) struct StyleArgs {
    /// When to write the en passant square
    #[arg(hide_short_help = true, long, value_name = "WHEN", value_enum, default_value = "legal")]
    pub(crate) en_passant: EnPassantArg,

    /// Letters for castling rights
    #[arg(hide_short_help = true, long, value_name = "LETTERS", value_enum, default_value = "xfen")]
    pub(crate) castling: CastlingArg,
}

impl StyleArgs {
    /// Returns the style in which positions are written.
    pub(crate) fn style(&self) -> FenStyle {
        let en_passant = match self.en_passant {
            EnPassantArg::Always => EnPassant::Always,
            EnPassantArg::Pseudo => EnPassant::PseudoLegal,
            EnPassantArg::Legal => EnPassant::Legal,
        };
        let castling = match self.castling {
            CastlingArg::Xfen => CastlingLetters::XFen,
            CastlingArg::Shredder => CastlingLetters::Shredder,
        };
        FenStyle::default().en_passant(en_passant).castling(castling)
    }
}

/// Returns a parser of numbers in a range, whose error names the range.
pub(crate) fn number<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync
where
    T: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static,
    u64: TryFrom<T>,
{
    move |text| {
        let (first, last) = (*range.start(), *range.end());
        text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| match u64::try_from(last) {
            // The largest number of the type isn't a limit that helps anyone.
            Ok(last) if last >= i32::MAX as u64 => format!("expected a number from {first}"),
            _ => format!("expected a number from {first} to {last}"),
        })
    }
}

// The values of the options. Their doc comments are part of `--help`.

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Target {
    /// Plain FEN: no reserves, promoted markers or clocks
    Fen,
    /// FEN with reserves in brackets and `~` after promoted pieces: no clocks
    Bfen,
    /// Two-board FEN with clocks, as in BPGN FEN tags: no move counters
    Thief,
    /// FEEN: no move counters or clocks
    Feen,
    /// Games as BPGN
    Bpgn,
}

impl Target {
    /// Returns the notation; `None` for games.
    pub(crate) fn format(self) -> Option<Format> {
        match self {
            Target::Fen => Some(Format::Fen),
            Target::Bfen => Some(Format::Bfen),
            Target::Thief => Some(Format::Thief),
            Target::Feen => Some(Format::Feen),
            Target::Bpgn => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum PositionTarget {
    /// Plain FEN: no reserves, promoted markers or clocks
    Fen,
    /// FEN with reserves in brackets and `~` after promoted pieces: no clocks
    Bfen,
    /// Two-board FEN with clocks, as in BPGN FEN tags: no move counters
    Thief,
    /// FEEN: no move counters or clocks
    Feen,
}

impl PositionTarget {
    /// Returns the notation.
    pub(crate) fn format(self) -> Format {
        match self {
            PositionTarget::Fen => Format::Fen,
            PositionTarget::Bfen => Format::Bfen,
            PositionTarget::Thief => Format::Thief,
            PositionTarget::Feen => Format::Feen,
        }
    }
}

/// A rule preset, one of [`Rules::PRESETS`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct RulesArg {
    name: &'static str,
    rules: Rules,
}

impl RulesArg {
    /// Returns the rules.
    pub(crate) fn rules(self) -> Rules {
        self.rules
    }

    /// Returns the help of a preset.
    fn help(self) -> Option<&'static str> {
        match self.name {
            "standard" => Some("The BPGN specification"),
            "fics" => Some("The Free Internet Chess Server"),
            "chesscom" => Some("chess.com"),
            "bughouse.pro" => Some("bughouse.pro"),
            "wr_2026" => Some("The WR Bughouse Championship of 2026, as reported"),
            _ => None,
        }
    }
}

impl ValueEnum for RulesArg {
    fn value_variants<'a>() -> &'a [RulesArg] {
        static PRESETS: LazyLock<Vec<RulesArg>> =
            LazyLock::new(|| Rules::PRESETS.iter().map(|&(name, rules)| RulesArg { name, rules }).collect());
        &PRESETS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let mut value = PossibleValue::new(self.name);
        if let Some(help) = self.help() {
            value = value.help(help);
        }
        if self.name == "bughouse.pro" {
            value = value.alias("bughouse_pro");
        }
        Some(value)
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum PromotionArg {
    /// It becomes another piece, and a pawn again when captured
    Upgrade,
    /// It becomes another piece and stays one when captured
    Stays,
    /// It is exchanged for a piece on the other board, as in `e8=Qd1`
    Steal,
    /// It goes to a reserve on the other board, as in `e8=.`
    Discard,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum StateArg {
    /// Read and replayed completely
    Ok,
    /// Replayed after a repair
    Repaired,
    /// Something can't be read or played
    Broken,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum EnPassantArg {
    /// If an en passant capture is legal
    Legal,
    /// If a pawn can capture there, even if that exposes its king
    #[value(alias = "pseudo-legal")]
    Pseudo,
    /// After every double push
    Always,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum CastlingArg {
    /// KQkq
    Xfen,
    /// HAha, the files of the rooks
    Shredder,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum OrderArg {
    /// Most frequent pieces first
    Count,
    /// Alphabetical
    Letter,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum LastFieldsArg {
    /// Decide by their values
    Auto,
    /// Clocks of White and Black in seconds
    Clocks,
    /// Half-move clock and move number
    Counters,
}

impl LastFieldsArg {
    /// Returns the option of the parser.
    pub(crate) fn meaning(self) -> LastFields {
        match self {
            LastFieldsArg::Auto => LastFields::Auto,
            LastFieldsArg::Clocks => LastFields::Clocks,
            LastFieldsArg::Counters => LastFields::Counters,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum MaterialArg {
    /// At most 32 pieces per color
    TwoSets,
    /// At most 16 pieces per color, promotions counted
    OneSet,
    /// No limit
    Any,
}

/// What `--accept` can contain. A FEEN string of the starting position that marks no rook is always accepted.
const ACCEPTABLE: Leniencies = Leniencies::POSITION.without(Leniency::UnstatedCastling);

/// Returns the parser of `--accept`.
fn deviations() -> impl TypedValueParser<Value = Leniencies> {
    let all = PossibleValue::new("all").help("All of the following");
    let each = ACCEPTABLE.iter().map(|leniency| {
        PossibleValue::new(leniency.name()).help(leniency.description().trim_end_matches('.'))
    });
    PossibleValuesParser::new(std::iter::once(all).chain(each)).map(|name| {
        // The only possible value that is not a name of a leniency is `all`.
        Leniency::from_name(&name).map_or(ACCEPTABLE, |leniency| Leniencies::NONE.with(leniency))
    })
}

/// Flags that accept one deviation each: other names for values of `--accept`.
#[derive(Clone, Debug)]
struct LeniencyFlags(Leniencies);

impl LeniencyFlags {
    const ALL: [(&'static str, Leniency); 10] = [
        ("missing-counters", Leniency::MissingCounters),
        ("missing-fields", Leniency::MissingFields),
        ("extra-spaces", Leniency::ExtraSpaces),
        ("pad-short-ranks", Leniency::ShortRank),
        ("drop-bad-castling", Leniency::DroppedCastling),
        ("drop-bad-en-passant", Leniency::DroppedEnPassant),
        ("accept-move-number-zero", Leniency::MoveNumberZero),
        ("accept-promoted", Leniency::TooManyPromoted),
        ("tight-bar", Leniency::TightBar),
        ("assume-castling", Leniency::AssumedCastling),
    ];
}

impl Args for LeniencyFlags {
    fn augment_args(command: Command) -> Command {
        let flag = |(name, _)| Arg::new(name).long(name).hide(true).action(ArgAction::SetTrue);
        command.args(LeniencyFlags::ALL.map(flag))
    }

    fn augment_args_for_update(command: Command) -> Command {
        LeniencyFlags::augment_args(command)
    }
}

impl FromArgMatches for LeniencyFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<LeniencyFlags, clap::Error> {
        let given = LeniencyFlags::ALL.into_iter().filter(|(name, _)| matches.get_flag(name));
        Ok(LeniencyFlags(given.map(|(_, leniency)| leniency).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = LeniencyFlags::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Relaxations: what is accepted although the specification doesn't allow it.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Parsing")]
pub(crate) struct ReadingArgs {
    /// Accept common deviations from the specification, with a note
    ///
    /// Same as `--accept all`.
    #[arg(long)]
    lenient: bool,

    /// Accept these deviations, with a note
    ///
    /// Several names are separated by commas, as in `--accept missing-fields,short-rank`.
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        value_parser = deviations(),
        hide_short_help = true
    )]
    accept: Vec<Leniencies>,

    #[command(flatten)]
    flags: LeniencyFlags,

    /// Read KQkq as Chess960 castling rights if king and rooks aren't on their standard squares
    #[arg(long, hide_short_help = true)]
    chess960: bool,

    /// Meaning of the last two fields of a board
    #[arg(hide_short_help = true, long, value_name = "FIELDS", value_enum, default_value = "auto")]
    last_fields: LastFieldsArg,

    /// Maximum number of pieces [default: two-sets]
    #[arg(hide_short_help = true, long, value_name = "LIMIT", value_enum)]
    material: Option<MaterialArg>,
}

impl ReadingArgs {
    /// Returns the deviations that are accepted.
    fn accepted(&self) -> Leniencies {
        if self.lenient {
            return ACCEPTABLE;
        }
        self.accept.iter().copied().fold(self.flags.0, Leniencies::union)
    }

    /// Returns the options that would make a string valid, such as `--accept missing-fields`; `None` if no option helps.
    pub(crate) fn missing_flags<T>(
        &self,
        text: &[u8],
        material: Material,
        read: impl Fn(&[u8], &ReadOptions) -> Read<T>,
    ) -> Option<String> {
        let needed = |options: &ReadingArgs| read(text, &options.options(material)).map(|(_, used)| used);
        let strict_material = ReadingArgs { lenient: true, ..self.clone() };
        let any_material = ReadingArgs { material: Some(MaterialArg::Any), ..strict_material.clone() };
        let (used, mut flags) = match (needed(&strict_material), needed(&any_material)) {
            (Ok(used), _) => (used, self.clone()),
            (Err(_), Ok(used)) => (used, ReadingArgs { material: Some(MaterialArg::Any), ..self.clone() }),
            (Err(_), Err(_)) => return None,
        };
        let mut names = Vec::new();
        for leniency in used.iter() {
            // A relaxation that was used isn't always needed.
            if needed(&flags).is_ok() {
                break;
            }
            if ACCEPTABLE.contains(leniency) && !flags.accepted().contains(leniency) {
                flags.accept.push(Leniencies::NONE.with(leniency));
                names.push(leniency.name());
            }
        }
        let accept = (!names.is_empty()).then(|| format!("--accept {}", names.join(",")));
        let any = flags.material.is_some() && self.material.is_none();
        let words: Vec<String> = accept.into_iter().chain(any.then(|| "--material any".to_owned())).collect();
        (!words.is_empty() && needed(&flags).is_ok()).then(|| words.join(" "))
    }

    /// Returns `true` if `KQkq` requires king and rooks on their standard squares.
    fn standard_castling(&self) -> bool {
        self.accepted().contains(Leniency::DroppedCastling) && !self.chess960
    }

    /// Returns a style in which these options read castling rights back: by files where `KQkq` would be dropped.
    pub(crate) fn readable(&self, style: FenStyle, boards: &ReadBoards) -> FenStyle {
        let is_standard = |board: &Board, color: Color, castling_side: CastlingSide| {
            let rook = board.castle_rights().rook_file(color, castling_side);
            let king = board.king_square(color).file();
            rook.is_none_or(|rook| king == File::E && rook == castling_side.corner_file())
        };
        let all = |board: &Board| {
            Color::ALL.into_iter().all(|color| {
                CastlingSide::ALL.into_iter().all(|castling_side| is_standard(board, color, castling_side))
            })
        };
        match self.standard_castling() && !boards.list().iter().all(|read| all(&read.board)) {
            true => style.castling(CastlingLetters::Shredder),
            false => style,
        }
    }

    /// Returns the options for the reader, with the command's own limit of material if none is chosen.
    pub(crate) fn options(&self, material: Material) -> ReadOptions {
        let material = match self.material {
            None => material,
            Some(MaterialArg::TwoSets) => Material::TwoSets,
            Some(MaterialArg::OneSet) => Material::OneSet,
            Some(MaterialArg::Any) => Material::Any,
        };
        ReadOptions::default()
            .accept(self.accepted())
            .material(material)
            .last_fields(self.last_fields.meaning())
            .standard_castling(self.standard_castling())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_preset_has_help_and_is_an_option() {
        for (name, rules) in Rules::PRESETS {
            let preset = RulesArg::from_str(name, false).unwrap();
            assert_eq!(preset.rules(), *rules);
            assert!(preset.help().is_some(), "{name}");
        }
        assert_eq!(RulesArg::from_str("bughouse_pro", false).unwrap().rules(), Rules::bughouse_pro());
        assert!(RulesArg::from_str("FICS", false).is_err());
    }
}
