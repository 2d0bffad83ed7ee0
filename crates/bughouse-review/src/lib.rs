#![doc = include_str!("../README.md")]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod api;
pub mod columns;
mod draw;
pub mod position;
mod shapes;
mod texts;

pub use api::answer::{Answer, BodyKind, OPENAPI};
pub use api::archive_requests::{ExploreRequest, PlayersRequest, ReserveFilter, SearchRequest, TeamResult};
pub use api::files;
pub use api::files::{File, FileState, Files, OpenArchive, Opened, OpenedKind, Origin};
pub use api::rejection::{Reason, Rejection, RejectionBody};
pub use api::requests::{ReplaceRequest, SaveRequest, Saved, TextRequest};
pub use api::routes::Request;
#[cfg(feature = "schema")]
pub use api::schema;
pub use api::store::Store;
pub use columns::html as columns_html;
pub use draw::svg;
pub use position::adjourned;
pub use position::error::{PositionError, PositionErrorKind};
pub use position::format;
pub use position::play;
pub use position::queries::{Legal, LegalMoves, Notations};
pub use position::two_boards;
pub use shapes::analysis;
pub use shapes::analysis::{Analysis, AnalyzedNeed, AnalyzedSeat, FoundMate, NamedMove};
pub use shapes::archive_player::{
    ArchivePlayer, ArchivePlayers, ArchiveScore, ListedPlayer, MonthScore, NamedScore, SeatScores,
};
pub use shapes::board::{Board, BoardTexts, Boards, Help, Reserve, Reserves};
pub use shapes::check::{Checked, CheckedGame, TagMap};
pub use shapes::clocks::{Clocks, Diagonals};
pub use shapes::diagnostic::{Diagnostic, LineStop, StoppedAt};
pub use shapes::evaluated::{Evaluated, EvaluatedBoard, EvaluatedLine, EvaluatedScore, EvaluatedTeam};
pub use shapes::explored::{Explored, ExploredEnd, ExploredGame, ExploredMove, FoundGame, FoundGames};
pub use shapes::explored_years::{ExploredYears, MoveYears};
pub use shapes::game::{Control, Game, Player, Seats, Sit, Source, Start, Tag};
pub use shapes::line::{Capture, Comment, CommentKind, HalfMove, Line, Transfer, Unplayed, comments};
pub use shapes::mistakes::{GameMistake, GameMistakes, LostFrom};
pub use shapes::names;
pub use shapes::outcome::Outcome;
pub use shapes::place;
pub use shapes::replay::{Replay, ReplayEnd, ReplayPart, ReplayStart};
pub use shapes::row::{Row, Rows};
pub use shapes::shown::{ColoredPiece, FrozenStatus, ListedBoard, ListedMove, ShownBoard, Status};
pub use shapes::side_status;
pub use shapes::words;
pub use texts::Texts;
pub use texts::edit::{Edit, EditRequest, Edited, replay_text};
pub use texts::game_text::GameText;
pub use texts::index;
pub use texts::index::Stray;
pub use texts::open;
pub use texts::order;
pub use texts::search;
