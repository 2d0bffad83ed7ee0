//! Options that several commands have, and the values of options.

use bughouse_chess::{
    Board, BuildOptions, CastlingLetters, CastlingSide, Color, EnPassant, FenOptions, FenStyle, File,
    LastFields, Material, Rules, TwoBoardsOptions,
};
use bughouse_review::format::Format;
use bughouse_review::position::{PositionOptions, ReadBoards};
use clap::{Args, ValueEnum};

/// How positions are written.
#[derive(Args, Debug)]
pub(crate) struct StyleArgs {
    /// When to write the en passant square
    #[arg(long, value_name = "WHEN", value_enum, default_value = "legal")]
    pub(crate) en_passant: EnPassantArg,

    /// How to write castling rights: KQkq or HAha
    #[arg(long, value_name = "LETTERS", value_enum, default_value = "xfen")]
    pub(crate) castling: CastlingArg,
}

impl StyleArgs {
    /// Returns how positions are written.
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

// The values of the options. They have no doc comments, which would double the length of the help.

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Target {
    Fen,
    Bfen,
    Thief,
    Feen,
    Bpgn,
}

impl Target {
    /// Returns the notation of positions that it names, if it does.
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
    Fen,
    Bfen,
    Thief,
    Feen,
}

impl PositionTarget {
    /// Returns the notation that it names.
    pub(crate) fn format(self) -> Format {
        match self {
            PositionTarget::Fen => Format::Fen,
            PositionTarget::Bfen => Format::Bfen,
            PositionTarget::Thief => Format::Thief,
            PositionTarget::Feen => Format::Feen,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum RulesArg {
    Standard,
    Fics,
    Chesscom,
    #[value(name = "bughouse.pro")]
    BughousePro,
}

impl RulesArg {
    /// Returns the rules that it names.
    pub(crate) fn rules(self) -> Rules {
        match self {
            RulesArg::Standard => Rules::standard(),
            RulesArg::Fics => Rules::fics(),
            RulesArg::Chesscom => Rules::chesscom(),
            RulesArg::BughousePro => Rules::bughouse_pro(),
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum PromotionArg {
    Upgrade,
    Stays,
    Steal,
    Discard,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum StateArg {
    Ok,
    Repaired,
    Broken,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum EnPassantArg {
    Legal,
    #[value(alias = "pseudo-legal")]
    Pseudo,
    Always,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum CastlingArg {
    Xfen,
    Shredder,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum OrderArg {
    Count,
    Letter,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum LastFieldsArg {
    Auto,
    Clocks,
    Counters,
}

impl LastFieldsArg {
    /// Returns what the reader is told.
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
    TwoSets,
    OneSet,
    Any,
}

/// What is accepted beyond the standard when a position is read.
#[derive(Args, Debug)]
#[command(next_help_heading = "Reading")]
pub(crate) struct ReadingArgs {
    /// Turns on all that follow up to --assume-castling
    #[arg(long)]
    lenient: bool,

    /// Reads a position without its last two fields as `0 1`
    #[arg(long)]
    missing_counters: bool,

    /// Reads a position that ends after the side to move as `- - 0 1`
    #[arg(long)]
    missing_fields: bool,

    /// Skips extra spaces
    #[arg(long)]
    extra_spaces: bool,

    /// Fills a short rank up with empty squares
    #[arg(long)]
    pad_short_ranks: bool,

    /// Drops a castling right without its king and rook in place, or one of KQkq that no usual start allows
    #[arg(long)]
    drop_bad_castling: bool,

    /// Drops an impossible en passant square
    #[arg(long)]
    drop_bad_en_passant: bool,

    /// Reads the move number 0 as 1
    #[arg(long)]
    accept_move_number_zero: bool,

    /// Accepts more promoted pieces than pawns could have become
    #[arg(long)]
    accept_promoted: bool,

    /// Accepts two boards with a `|` that lacks its spaces
    #[arg(long)]
    tight_bar: bool,

    /// Reads a FEEN that marks no rook as if rooks in the corners may castle
    #[arg(long)]
    assume_castling: bool,

    /// Takes KQkq for rights of Chess960 where they can be no others
    #[arg(long)]
    chess960: bool,

    /// What the last two fields of a board are
    #[arg(long, value_name = "MEANING", value_enum, default_value = "auto")]
    last_fields: LastFieldsArg,

    /// How many pieces there may be; two-sets by default, any for perft
    #[arg(long, value_name = "LIMIT", value_enum)]
    material: Option<MaterialArg>,
}

impl ReadingArgs {
    /// Returns `true` if `KQkq` are taken for rights of a usual start alone.
    fn usual_castling(&self) -> bool {
        (self.drop_bad_castling || self.lenient) && !self.chess960
    }

    /// Returns a style in which these options read castling rights back: by files where `KQkq` would be dropped.
    pub(crate) fn readable(&self, style: FenStyle, boards: &ReadBoards) -> FenStyle {
        let is_usual = |board: &Board, color: Color, castling_side: CastlingSide| {
            let rook = board.castle_rights().rook_file(color, castling_side);
            let king = board.king_square(color).file();
            rook.is_none_or(|rook| king == File::E && rook == castling_side.corner_file())
        };
        let all = |board: &Board| {
            Color::ALL.into_iter().all(|color| {
                CastlingSide::ALL.into_iter().all(|castling_side| is_usual(board, color, castling_side))
            })
        };
        match self.usual_castling() && !boards.list().iter().all(|read| all(&read.board)) {
            true => style.castling(CastlingLetters::Shredder),
            false => style,
        }
    }

    /// Returns the options for the reader, with the command's own limit of material if none is chosen.
    pub(crate) fn options(&self, material: Material) -> PositionOptions {
        let material = match self.material {
            None => material,
            Some(MaterialArg::TwoSets) => Material::TwoSets,
            Some(MaterialArg::OneSet) => Material::OneSet,
            Some(MaterialArg::Any) => Material::Any,
        };
        let build = BuildOptions::default()
            .material(material)
            .drop_bad_castling(self.drop_bad_castling || self.lenient)
            .usual_castling(self.usual_castling())
            .accept_promoted(self.accept_promoted || self.lenient)
            .drop_bad_en_passant(self.drop_bad_en_passant || self.lenient)
            .accept_move_number_zero(self.accept_move_number_zero || self.lenient);
        let fen = FenOptions::default()
            .missing_counters(self.missing_counters || self.lenient)
            .missing_fields(self.missing_fields || self.lenient)
            .extra_spaces(self.extra_spaces || self.lenient)
            .pad_short_ranks(self.pad_short_ranks || self.lenient)
            .build(build);
        let last_fields = self.last_fields.meaning();
        let tight_bar = self.tight_bar || self.lenient;
        let two_boards = TwoBoardsOptions::default().fen(fen).last_fields(last_fields).tight_bar(tight_bar);
        PositionOptions::default()
            .two_boards(two_boards)
            .assume_castling(self.assume_castling || self.lenient)
    }
}
