//! Translates a query to SQL for DuckDB, on the same files.

use std::fmt::Write;

use bughouse_chess::{Piece, Seat};

use super::Query;
use super::term::{Bounds, Level, MovePattern, Node, ReserveTest, Squares, Term, Who};
use crate::archive::Archive;
use crate::collect::seat_number;
use crate::day::day_text;
use crate::fingerprint::folded;
use crate::flags::half_move as flags;
use crate::pack::piece_number;
use crate::schema::{
    GAMES as GAMES_TABLE, Kind, MOVES as MOVES_TABLE, PLAYERS as PLAYERS_TABLE, POSITIONS as POSITIONS_TABLE,
    TableSpec,
};

const SEATS: &str = "(VALUES (0), (1), (2), (3)) AS s(seat)";
const PLAYERS: [&str; 4] = ["white_a", "black_a", "white_b", "black_b"];

impl Archive {
    /// Translates a query to SQL for DuckDB. It returns the same games and half-moves as [`Archive::search`].
    ///
    /// The SQL lists the files of the opened archive.
    ///
    /// # Errors
    /// The query has the term `pieces`, which needs to replay games, or the path of the folder is not UTF-8.
    pub fn sql(&self, query: &Query) -> Result<String, NoSql> {
        let node = &self.without_superseded(&query.node);
        if has_pieces(node) {
            return Err(NoSql::Pieces);
        }
        let folder = self.folder().to_str().map(pattern_of).ok_or(NoSql::Folder)?;
        let scope = node.level();
        let without_moves = format!(
            "SELECT DISTINCT g.game, CAST(NULL AS INTEGER) AS ply FROM games AS g, {SEATS} WHERE {}",
            holds(node, &Context { seat: "s.seat", row: None, depth: 0, scope })
        );
        let mut sql = String::new();
        if scope < Level::HalfMove {
            sql += &without_moves;
        } else {
            let context = Context { seat: "m.seat", row: Some("m"), depth: 0, scope };
            let _ = write!(
                sql,
                "SELECT m.game, min(m.ply) AS ply FROM moves AS m JOIN games AS g ON g.game = m.game\n\
                 WHERE {}\nGROUP BY m.game\nUNION ALL\n{} AND g.half_moves = 0",
                holds(node, &context),
                without_moves
            );
        }
        let used =
            [&MOVES_TABLE, &GAMES_TABLE, &POSITIONS_TABLE, &PLAYERS_TABLE].into_iter().filter(|table| {
                let name = table.name;
                sql.contains(&format!("FROM {name} ")) || sql.contains(&format!("JOIN {name} "))
            });
        let tables = used.map(|table| {
            let files = self.manifest().files_of(table.name);
            let files: Vec<String> =
                files.map(|file| format!("'{folder}/{}/{}'", table.name, file.name)).collect();
            match files.is_empty() {
                true => format!("{} AS ({})", table.name, empty_table(table)),
                false => format!("{} AS (SELECT * FROM read_parquet([{}]))", table.name, files.join(", ")),
            }
        });
        let tables = tables.collect::<Vec<_>>().join(",\n     ");
        Ok(format!("WITH {tables}\n{sql}\nORDER BY game;\n"))
    }
}

/// Returns a query for an empty table, which has no files.
fn empty_table(table: &TableSpec) -> String {
    let columns = table.columns.iter().map(|column| {
        let kind = match column.kind {
            Kind::Int8 => "TINYINT",
            Kind::Int16 => "SMALLINT",
            Kind::Int32 => "INTEGER",
            Kind::Int64 => "BIGINT",
            Kind::Date => "DATE",
            Kind::Text => "VARCHAR",
            Kind::Bytes => "BLOB",
        };
        format!("CAST(NULL AS {kind}) AS \"{}\"", column.name)
    });
    format!("SELECT {} WHERE FALSE", columns.collect::<Vec<_>>().join(", "))
}

/// Escapes the path of a folder for a glob pattern in a string.
fn pattern_of(folder: &str) -> String {
    let mut pattern = String::with_capacity(folder.len());
    for letter in folder.chars() {
        match letter {
            '\'' => pattern += "''",
            '*' | '?' | '[' => {
                pattern.push('[');
                pattern.push(letter);
                pattern.push(']');
            }
            _ => pattern.push(letter),
        }
    }
    pattern
}

/// Why a query can't be translated to SQL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoSql {
    /// It has the term `pieces`.
    Pieces,
    /// The path of the archive's folder is not UTF-8.
    Folder,
}

impl std::fmt::Display for NoSql {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            NoSql::Pieces => {
                "`pieces` can't be written as SQL: finding pieces on squares requires replaying games"
            }
            NoSql::Folder => "the name of the archive's folder is not UTF-8, which SQL cannot express",
        })
    }
}

impl std::error::Error for NoSql {}

fn has_pieces(node: &Node) -> bool {
    match node {
        Node::All(nodes) | Node::Any(nodes) => nodes.iter().any(has_pieces),
        Node::Not(node) => has_pieces(node),
        Node::Then { first, second, .. } => has_pieces(first) || has_pieces(second),
        Node::Term(term) => matches!(term, Term::Pieces(_)),
    }
}

/// The names that a condition refers to.
#[derive(Clone, Copy)]
struct Context<'a> {
    /// The expression for the seat.
    seat: &'a str,
    /// The alias of the half-move's row; `None` for a game without half-moves.
    row: Option<&'a str>,
    /// The depth of nested queries, for unique names.
    depth: usize,
    /// The level at which `not` applies.
    scope: Level,
}

/// Returns the condition that a node matches.
fn holds(node: &Node, context: &Context<'_>) -> String {
    match node {
        Node::Term(term) => format!("coalesce({}, FALSE)", term_holds(term, context)),
        Node::Any(nodes) => joined(nodes.iter().map(|node| holds(node, context)), " OR "),
        Node::All(nodes) => joined(nodes.iter().map(|node| holds(node, context)), " AND "),
        Node::Not(inner) => holds_not(inner, context),
        Node::Then { first, second, within } => {
            let Some(row) = context.row else { return "FALSE".to_owned() };
            let name = format!("f{}", context.depth);
            let seat = format!("{name}.seat");
            let outer = Context { scope: Level::HalfMove, ..*context };
            let inner = Context { seat: &seat, row: Some(&name), depth: context.depth + 1, ..outer };
            let near = within.map_or_else(String::new, |within| {
                let made = format!("c{}", context.depth);
                format!(
                    " AND (SELECT count(*) FROM moves AS {made} WHERE {made}.game = {row}.game AND {made}.ply > {name}.ply \
                     AND {made}.ply <= {row}.ply AND {made}.seat // 2 = {row}.seat // 2) <= {within}"
                )
            });
            format!(
                "({} AND EXISTS (SELECT 1 FROM moves AS {name} WHERE {name}.game = {row}.game AND {name}.ply < {row}.ply \
                 AND {}{near}))",
                holds(second, &outer),
                holds(first, &inner)
            )
        }
    }
}

/// Returns the condition that a node doesn't match: at this half-move, at any half-move of the seat, or at any of the game.
fn holds_not(inner: &Node, context: &Context<'_>) -> String {
    let level = inner.level();
    let scope = context.scope.max(level);
    if context.scope == Level::HalfMove && context.row.is_none() {
        return "FALSE".to_owned();
    }
    if level <= context.scope {
        return format!("NOT {}", holds(inner, &Context { scope, ..*context }));
    }
    if level == Level::HalfMove {
        let name = format!("n{}", context.depth);
        let seat = format!("{name}.seat");
        let within = match context.scope {
            Level::Seat => format!(" AND {seat} = {}", context.seat),
            _ => String::new(),
        };
        let inside = Context { seat: &seat, row: Some(&name), depth: context.depth + 1, scope };
        return format!(
            "NOT EXISTS (SELECT 1 FROM moves AS {name} WHERE {name}.game = g.game{within} AND {})",
            holds(inner, &inside)
        );
    }
    // List the four seats, which avoids a subquery.
    let each = ["0", "1", "2", "3"]
        .map(|seat| holds(inner, &Context { seat, row: None, depth: context.depth + 1, scope }));
    format!("NOT {}", joined(each.into_iter(), " OR "))
}

fn joined(parts: impl Iterator<Item = String>, word: &str) -> String {
    format!("({})", parts.collect::<Vec<_>>().join(word))
}

/// Returns an expression for the value of a seat.
fn by_seat(seat: &str, column: impl Fn(usize) -> String) -> String {
    let mut text = format!("CASE {seat}");
    for number in 0..4 {
        let _ = write!(text, " WHEN {number} THEN {}", column(number));
    }
    text + " END"
}

/// Returns the condition that a column is a player.
fn is_player(column: &str, who: &Who) -> String {
    match who {
        Who::Anyone => format!("({column}) IS NOT NULL"),
        Who::Named(name) => {
            let name = folded(name).replace('\'', "''");
            format!("{column} IN (SELECT player FROM players WHERE folded = '{name}')")
        }
    }
}

fn between(value: &str, bounds: Bounds) -> String {
    match (bounds.least == Bounds::ANY.least, bounds.most == Bounds::ANY.most) {
        (true, true) => format!("{value} IS NOT NULL"),
        (true, false) => format!("{value} <= {}", bounds.most),
        (false, true) => format!("{value} >= {}", bounds.least),
        (false, false) => format!("{value} BETWEEN {} AND {}", bounds.least, bounds.most),
    }
}

fn term_holds(term: &Term, context: &Context<'_>) -> String {
    if term.level() == Level::HalfMove {
        return context.row.map_or_else(|| "FALSE".to_owned(), |row| half_move_holds(term, row));
    }
    let seat = context.seat;
    let player = |of: &dyn Fn(usize) -> usize| by_seat(seat, |number| format!("g.{}", PLAYERS[of(number)]));
    let team = format!("(CASE WHEN {seat} IN (0, 3) THEN 'team1' ELSE 'team2' END)");
    match term {
        Term::Days(days) => {
            // For a partial date, the whole month or year must be in the range.
            let first = "coalesce(g.day, make_date(g.year, coalesce(g.month, 1), 1))";
            let last = "coalesce(g.day, last_day(make_date(g.year, coalesce(g.month, 12), 1)))";
            let mut parts = vec![format!("{first} IS NOT NULL")];
            if *days.start() > i32::MIN + 1 {
                parts.push(format!("{first} >= DATE '{}'", day_text(*days.start()).replace('.', "-")));
            }
            if *days.end() < i32::MAX {
                parts.push(format!("{last} <= DATE '{}'", day_text(*days.end()).replace('.', "-")));
            }
            joined(parts.into_iter(), " AND ")
        }
        Term::Control(base, increment) => format!("(g.base_ms = {base} AND g.increment_ms = {increment})"),
        Term::End(end) => format!("g.\"end\" = '{}'", end.replace('\'', "''")),
        Term::Winner(-1) => "g.winner IS NULL".to_owned(),
        Term::Winner(winner) => {
            format!(
                "g.winner = '{}'",
                ["team1", "team2", "draw"][usize::try_from(*winner).unwrap_or(0).min(2)]
            )
        }
        Term::Source(source) => format!("g.source = {source}"),
        Term::Length(bounds) => between("g.half_moves", *bounds),
        Term::State(state) => format!("g.state = '{state}'"),
        Term::Except(ids) => {
            let ids: Vec<String> = ids.iter().map(i32::to_string).collect();
            format!("g.game NOT IN ({})", ids.join(", "))
        }
        Term::RatingOf(of, bounds) => {
            between(&format!("g.rating_{}", PLAYERS[seat_number(*of) as usize & 3]), *bounds)
        }
        Term::By(bits) => {
            let seats = (0..4).filter(|seat| bits >> seat & 1 == 1).map(|seat| seat.to_string());
            format!("{seat} IN ({})", seats.collect::<Vec<_>>().join(", "))
        }
        Term::Player(who) => is_player(&player(&|seat| seat), who),
        Term::Partner(who) => is_player(&player(&|seat| 3 - seat), who),
        Term::Against(who) => format!(
            "(coalesce({}, FALSE) OR coalesce({}, FALSE))",
            is_player(&player(&|seat| seat ^ 1), who),
            is_player(&player(&|seat| (3 - seat) ^ 1), who)
        ),
        Term::Rating(bounds) => between(
            &format!("({})", by_seat(seat, |number| format!("g.rating_{}", PLAYERS[number]))),
            *bounds,
        ),
        Term::Won => format!("g.winner = {team}"),
        Term::Lost => format!("(g.winner IN ('team1', 'team2') AND g.winner <> {team})"),
        Term::Drawn => "g.winner = 'draw'".to_owned(),
        _ => "FALSE".to_owned(),
    }
}

fn half_move_holds(term: &Term, row: &str) -> String {
    let flagged = |bits: i32| format!("({row}.flags & {bits}) = {bits}");
    let of_seat = |seat: &Option<Seat>, column: &dyn Fn(usize) -> String| match seat {
        Some(seat) => column(seat_number(*seat) as usize & 3),
        None => format!("({})", by_seat(&format!("{row}.seat"), column)),
    };
    match term {
        Term::Flag(bits) => flagged(*bits),
        Term::Frozen(None) => flagged(flags::FREEZES),
        Term::Frozen(Some(seat)) => {
            format!("({} AND {row}.seat = {})", flagged(flags::FREEZES), seat_number(*seat) ^ 1)
        }
        Term::Piece(piece) => format!("{row}.piece = {}", piece_number(*piece)),
        Term::Capture(None) => format!("{row}.capture IS NOT NULL"),
        Term::Capture(Some(piece)) => format!("{row}.capture = {}", piece_number(*piece)),
        Term::To(squares) => is_one(&to(row), *squares),
        Term::From(squares) => is_one(&from(row), *squares),
        Term::Drop(piece, squares) => {
            let mut parts = vec![is_drop(row)];
            parts.extend(piece.map(|piece| format!("({row}.\"move\" & 63) = {}", piece_number(piece))));
            parts.extend(squares.map(|squares| is_one(&drops_to(row), squares)));
            joined(parts.into_iter(), " AND ")
        }
        Term::Promotion(None) => flagged(flags::PROMOTION),
        Term::Promotion(Some(piece)) => promotes(row, *piece),
        Term::Move(pattern) => pattern_holds(pattern, row),
        Term::Position(board) => {
            let mut parts = vec![format!("q.key = {}", board.key().bits() as i64)];
            let reserves = crate::collect::reserves_of(board);
            for shift in (0..5).map(|kind| 6 * kind).chain((0..5).map(|kind| 32 + 6 * kind)) {
                let least = reserves >> shift & 63;
                if least > 0 {
                    parts.push(format!("(q.reserves >> {shift} & 63) >= {least}"));
                }
            }
            format!(
                "({row}.game, {row}.ply) IN (SELECT q.game, least(q.ply, h.half_moves) FROM positions AS q \
                 JOIN games AS h ON h.game = q.game WHERE {})",
                parts.join(" AND ")
            )
        }
        Term::Ply(bounds) => between(&format!("{row}.ply"), *bounds),
        Term::Clock(bounds) => between(&format!("{row}.clock_ms"), *bounds),
        Term::Used(bounds) => between(&format!("{row}.used_ms"), *bounds),
        Term::Sit(bounds) => between(&format!("{row}.sit_ms"), *bounds),
        Term::Diagonal(seat, bounds) => {
            let column = |number: usize| {
                let color = if number.is_multiple_of(2) { "white" } else { "black" };
                let sign = if number < 2 { "" } else { "-" };
                format!("({sign}{row}.diagonal_{color}_s)")
            };
            between(&of_seat(seat, &column), *bounds)
        }
        Term::Reserve(seat, test) => {
            let held = of_seat(seat, &|number| format!("{row}.reserve_{}", PLAYERS[number]));
            let count = |kind: i32| format!("({held} >> {} & 63)", 6 * kind);
            match test {
                ReserveTest::Is(reserve) => format!("{held} = {reserve}"),
                ReserveTest::Holds(pieces) => {
                    let kinds = (0..5).filter(|kind| pieces >> (6 * kind) & 63 > 0);
                    let parts = kinds.map(|kind| format!("{} >= {}", count(kind), pieces >> (6 * kind) & 63));
                    let parts: Vec<String> = parts.collect();
                    if parts.is_empty() { "TRUE".to_owned() } else { joined(parts.into_iter(), " AND ") }
                }
                ReserveTest::Count(bounds) => {
                    let sum = (0..5).map(count).collect::<Vec<_>>().join(" + ");
                    between(&format!("({sum})"), *bounds)
                }
            }
        }
        _ => "FALSE".to_owned(),
    }
}

/// Returns the condition that a square is in a set.
fn is_one(square: &str, squares: Squares) -> String {
    let list = (0..64).filter(|square| squares >> square & 1 == 1).map(|square| square.to_string());
    format!("({square}) IN ({})", list.collect::<Vec<_>>().join(", "))
}

/// Returns an expression for the source square; null for a drop.
fn from(row: &str) -> String {
    format!(
        "CASE WHEN {row}.\"move\" < 20480 THEN {row}.\"move\" & 63 \
         WHEN {row}.\"move\" >= 24576 THEN 48 - 40 * ({row}.seat % 2) + ({row}.\"move\" >> 6 & 7) END"
    )
}

/// Returns an expression for the destination square.
fn to(row: &str) -> String {
    format!(
        "CASE WHEN {row}.\"move\" < 24576 THEN {row}.\"move\" >> 6 & 63 \
         ELSE 56 - 56 * ({row}.seat % 2) + ({row}.\"move\" >> 6 & 7) + ({row}.\"move\" >> 11 & 3) - 1 END"
    )
}

/// Returns an expression for the square of a drop.
fn drops_to(row: &str) -> String {
    format!("{row}.\"move\" >> 6 & 63")
}

fn is_drop(row: &str) -> String {
    format!("({row}.\"move\" >> 12) = 5")
}

fn promotes(row: &str, piece: Piece) -> String {
    let number = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].iter().position(|&to| to == piece);
    match number {
        None => "FALSE".to_owned(),
        Some(number) => format!(
            "(({row}.\"move\" >> 12) = {} OR ({row}.\"move\" >= 24576 AND ({row}.\"move\" >> 9 & 3) = {number}))",
            number + 1
        ),
    }
}

fn pattern_holds(pattern: &MovePattern, row: &str) -> String {
    let from = from(row);
    let mut parts = vec![if pattern.is_drop { is_drop(row) } else { format!("NOT {}", is_drop(row)) }];
    let to = if pattern.is_drop { drops_to } else { to };
    parts.extend(pattern.to.map(|square| is_one(&to(row), 1 << square)));
    parts.extend(pattern.from_file.map(|file| format!("(({from}) & 7) = {file}")));
    parts.extend(pattern.from_rank.map(|rank| format!("(({from}) >> 3 & 7) = {rank}")));
    parts.extend(pattern.promotion.map(|piece| promotes(row, piece)));
    parts.extend(
        pattern
            .stolen_from
            .map(|square| format!("({row}.\"move\" >= 24576 AND ({row}.\"move\" & 63) = {square})")),
    );
    parts.extend(pattern.piece.map(|piece| format!("{row}.piece = {}", piece_number(piece))));
    parts.extend(
        pattern
            .captures
            .map(|captures| format!("{row}.capture IS {}NULL", if captures { "NOT " } else { "" })),
    );
    if let Some(short) = pattern.castles_short {
        let sign = if short { ">" } else { "<=" };
        parts.push(format!(
            "({row}.\"move\" < 4096 AND ({row}.\"move\" >> 6 & 7) {sign} ({row}.\"move\" & 7))"
        ));
    }
    let mut bits = pattern.flags;
    if pattern.castles_short.is_some() {
        bits |= flags::CASTLING;
    } else if pattern.piece == Some(Piece::King) {
        parts.push(format!("({row}.flags & {}) = 0", flags::CASTLING));
    }
    if bits != 0 {
        parts.push(format!("({row}.flags & {bits}) = {bits}"));
    }
    joined(parts.into_iter(), " AND ")
}
