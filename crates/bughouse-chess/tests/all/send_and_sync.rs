//! Boards, matches, what borrows them, and all errors can be sent to and shared between threads.

use std::error::Error;
use std::str::FromStr;

use bughouse_chess::{
    Board, BoardBuilder, LegalMoves, Match, MoveList, Position, Ruled, San, Square, TwoBoards,
};

const fn can_be_shared<T: Send + Sync + Unpin + 'static>() {}

const fn is_an_error<T: Error + Send + Sync + Unpin + 'static>() {}

#[test]
fn boards_matches_and_errors_are_send_sync_and_unpin() {
    const {
        can_be_shared::<Board>();
        can_be_shared::<BoardBuilder>();
        can_be_shared::<Position>();
        can_be_shared::<Match>();
        can_be_shared::<MoveList>();
        can_be_shared::<LegalMoves<'static>>();
        can_be_shared::<Ruled<'static>>();
        is_an_error::<<Board as FromStr>::Err>();
        is_an_error::<<TwoBoards as FromStr>::Err>();
        is_an_error::<<San as FromStr>::Err>();
        is_an_error::<<Square as FromStr>::Err>();
        is_an_error::<bughouse_chess::InvalidBoard>();
        is_an_error::<bughouse_chess::matches::InvalidMatch>();
        is_an_error::<bughouse_chess::MatchError>();
        is_an_error::<bughouse_chess::IllegalMove>();
        is_an_error::<bughouse_chess::ReserveError>();
    }
}
