//! The same question for DuckDB, on the same files.

use std::fmt::Write;

use bughouse_chess::{Piece, Seat};

use super::Query;
use super::term::{Bounds, Level, MovePattern, Node, ReserveTest, Term};
use crate::collect::seat_number;
use crate::day::day_text;
use crate::fingerprint::folded;
use crate::flags::half_move as flags;
use crate::pack::man;

const SEATS: &str = "(VALUES (0), (1), (2), (3)) AS s(seat)";
const PLAYERS: [&str; 4] = ["white_a", "black_a", "white_b", "black_b"];

impl Query {
    /// Returns the same question for DuckDB, which gives game and half-move as a search does.
    ///
    /// The folder of the archive stands in it as it is given.
    ///
    /// ```
    /// let query: bughouse_archive::Query = "mate drop:N".parse()?;
    /// assert!(query.sql("archive")?.contains("'archive/moves/*.parquet'"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Men on squares are found by playing games through, which is nothing that SQL can do.
    pub fn sql(&self, folder: &str) -> Result<String, NoSql> {
        if has_men(&self.node) {
            return Err(NoSql);
        }
        let folder = folder.replace('\'', "''");
        let node = &self.node;
        let mut sql = format!(
            "WITH moves AS (SELECT * FROM '{folder}/moves/*.parquet'),\n     \
             games AS (SELECT * FROM '{folder}/games/*.parquet'),\n     \
             positions AS (SELECT * FROM '{folder}/positions/*.parquet'),\n     \
             players AS (SELECT * FROM '{folder}/players/*.parquet')\n"
        );
        let by_seat = |context: &Context<'_>| {
            format!(
                "SELECT DISTINCT g.game, CAST(NULL AS INTEGER) AS ply FROM games AS g, {SEATS} WHERE {}",
                holds(node, context)
            )
        };
        if node.level() < Level::HalfMove {
            sql += &by_seat(&Context { seat: "s.seat", row: None, depth: 0 });
        } else {
            let context = Context { seat: "m.seat", row: Some("m"), depth: 0 };
            let _ = write!(
                sql,
                "SELECT m.game, min(m.ply) AS ply FROM moves AS m JOIN games AS g ON g.game = m.game\n\
                 WHERE {}\nGROUP BY m.game\nUNION ALL\n{} AND g.half_moves = 0",
                holds(node, &context),
                by_seat(&Context { seat: "s.seat", row: None, depth: 0 })
            );
        }
        sql += "\nORDER BY game;\n";
        Ok(sql)
    }
}

/// Why a question has no form in SQL: it asks for men on squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSql;

impl std::fmt::Display for NoSql {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("`pieces` has no form in SQL: games must be played through to find men on squares")
    }
}

impl std::error::Error for NoSql {}

fn has_men(node: &Node) -> bool {
    match node {
        Node::All(nodes) | Node::Any(nodes) => nodes.iter().any(has_men),
        Node::Not(node) => has_men(node),
        Node::Then { first, second, .. } => has_men(first) || has_men(second),
        Node::Term(term) => matches!(term, Term::Pieces(_)),
    }
}

/// What a condition is about.
#[derive(Clone, Copy)]
struct Context<'a> {
    /// The seat.
    seat: &'a str,
    /// The half-move; none of a game without any.
    row: Option<&'a str>,
    /// How many questions this one stands in, so that names differ.
    depth: usize,
}

/// Returns the condition of a part.
fn holds(node: &Node, context: &Context<'_>) -> String {
    match node {
        Node::Term(term) => format!("coalesce({}, FALSE)", term_holds(term, context)),
        Node::Any(nodes) => joined(nodes.iter().map(|node| holds(node, context)), " OR "),
        Node::Not(_) => all(std::slice::from_ref(node), context),
        Node::All(nodes) => all(nodes, context),
        Node::Then { first, second, within } => {
            let Some(row) = context.row else { return "FALSE".to_owned() };
            let name = format!("f{}", context.depth);
            let seat = format!("{name}.seat");
            let inner = Context { seat: &seat, row: Some(&name), depth: context.depth + 1 };
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
                holds(second, context),
                holds(first, &inner)
            )
        }
    }
}

/// Returns the condition of parts that hold at once.
fn all(nodes: &[Node], context: &Context<'_>) -> String {
    let positive = || nodes.iter().filter(|node| !matches!(node, Node::Not(_)));
    let level = positive().map(Node::level).max().unwrap_or(Level::Game);
    let mut parts: Vec<String> = positive().map(|node| holds(node, context)).collect();
    for node in nodes {
        let Node::Not(inner) = node else { continue };
        // Within a half-move it is that half-move; else it holds nowhere in the game, or nowhere for the seat.
        let inner_level = inner.level();
        if level == Level::HalfMove
            || (level == Level::Seat && inner_level < Level::HalfMove)
            || inner_level == Level::Game
        {
            parts.push(format!("NOT {}", holds(inner, context)));
            continue;
        }
        let name = format!("n{}", context.depth);
        let seat = format!("{name}.seat");
        let within =
            if level == Level::Seat { format!(" AND {seat} = {}", context.seat) } else { String::new() };
        parts.push(if inner_level == Level::HalfMove {
            let inside = Context { seat: &seat, row: Some(&name), depth: context.depth + 1 };
            format!(
                "NOT EXISTS (SELECT 1 FROM moves AS {name} WHERE {name}.game = g.game{within} AND {})",
                holds(inner, &inside)
            )
        } else {
            // Every seat is looked at by itself, so that no further question is needed.
            let each = ["0", "1", "2", "3"]
                .map(|seat| holds(inner, &Context { seat, row: None, depth: context.depth + 1 }));
            format!("NOT {}", joined(each.into_iter(), " OR "))
        });
    }
    joined(parts.into_iter(), " AND ")
}

fn joined(parts: impl Iterator<Item = String>, word: &str) -> String {
    format!("({})", parts.collect::<Vec<_>>().join(word))
}

/// Returns a value of the game by seat.
fn by_seat(seat: &str, column: impl Fn(usize) -> String) -> String {
    let mut text = format!("CASE {seat}");
    for number in 0..4 {
        let _ = write!(text, " WHEN {number} THEN {}", column(number));
    }
    text + " END"
}

fn named(name: &str) -> String {
    format!("(SELECT player FROM players WHERE lower(trim(name)) = '{}')", folded(name).replace('\'', "''"))
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
            let mut parts = vec!["g.day IS NOT NULL".to_owned()];
            if *days.start() > i32::MIN + 1 {
                parts.push(format!("g.day >= DATE '{}'", day_text(*days.start()).replace('.', "-")));
            }
            if *days.end() < i32::MAX {
                parts.push(format!("g.day <= DATE '{}'", day_text(*days.end()).replace('.', "-")));
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
        Term::RatingOf(of, bounds) => {
            between(&format!("g.rating_{}", PLAYERS[seat_number(*of) as usize & 3]), *bounds)
        }
        Term::By(bits) => {
            let seats = (0..4).filter(|seat| bits >> seat & 1 == 1).map(|seat| seat.to_string());
            format!("{seat} IN ({})", seats.collect::<Vec<_>>().join(", "))
        }
        Term::Player(name) => format!("{} IN {}", player(&|seat| seat), named(name)),
        Term::Partner(name) => format!("{} IN {}", player(&|seat| 3 - seat), named(name)),
        Term::Against(name) => format!(
            "(coalesce({} IN {}, FALSE) OR coalesce({} IN {}, FALSE))",
            player(&|seat| seat ^ 1),
            named(name),
            player(&|seat| (3 - seat) ^ 1),
            named(name)
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
    let reserve = |seat: &Seat| format!("{row}.reserve_{}", PLAYERS[seat_number(*seat) as usize & 3]);
    match term {
        Term::Flag(bits) => flagged(*bits),
        Term::Frozen(None) => flagged(flags::FREEZES),
        Term::Frozen(Some(seat)) => {
            format!("({} AND {row}.seat = {})", flagged(flags::FREEZES), seat_number(*seat) ^ 1)
        }
        Term::Piece(piece) => format!("{row}.piece = {}", man(*piece)),
        Term::Capture(None) => format!("{row}.capture IS NOT NULL"),
        Term::Capture(Some(piece)) => format!("{row}.capture = {}", man(*piece)),
        Term::To(square) => to(row, *square),
        Term::From(square) => format!("({row}.\"move\" < 20480 AND ({row}.\"move\" & 63) = {square})"),
        Term::Drop(piece, square) => {
            let mut parts = vec![is_drop(row)];
            parts.extend(piece.map(|piece| format!("({row}.\"move\" & 63) = {}", man(piece))));
            parts.extend(square.map(|square| to(row, square)));
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
            let number = seat_number(*seat);
            let color = if number % 2 == 0 { "white" } else { "black" };
            let sign = if number < 2 { "" } else { "-" };
            between(&format!("({sign}{row}.diagonal_{color}_s)"), *bounds)
        }
        Term::Reserve(seat, test) => {
            let held = reserve(seat);
            let count = |kind: i32| format!("({held} >> {} & 63)", 6 * kind);
            match test {
                ReserveTest::Is(men) => format!("{held} = {men}"),
                ReserveTest::Holds(men) => {
                    let kinds = (0..5).filter(|kind| men >> (6 * kind) & 63 > 0);
                    let parts = kinds.map(|kind| format!("{} >= {}", count(kind), men >> (6 * kind) & 63));
                    let parts: Vec<String> = parts.collect();
                    if parts.is_empty() { "TRUE".to_owned() } else { joined(parts.into_iter(), " AND ") }
                }
                ReserveTest::Men(bounds) => {
                    let sum = (0..5).map(count).collect::<Vec<_>>().join(" + ");
                    between(&format!("({sum})"), *bounds)
                }
            }
        }
        _ => "FALSE".to_owned(),
    }
}

fn to(row: &str, square: u8) -> String {
    format!("({row}.\"move\" < 24576 AND ({row}.\"move\" >> 6 & 63) = {square})")
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
    let is_move = format!("{row}.\"move\" < 20480");
    let mut parts = vec![if pattern.is_drop { is_drop(row) } else { format!("NOT {}", is_drop(row)) }];
    parts.extend(pattern.to.map(|square| to(row, square)));
    parts.extend(pattern.from_file.map(|file| format!("({is_move} AND ({row}.\"move\" & 7) = {file})")));
    parts.extend(pattern.from_rank.map(|rank| format!("({is_move} AND ({row}.\"move\" >> 3 & 7) = {rank})")));
    parts.extend(pattern.promotion.map(|piece| promotes(row, piece)));
    parts.extend(pattern.piece.map(|piece| format!("{row}.piece = {}", man(piece))));
    parts.extend(
        pattern
            .captures
            .map(|captures| format!("{row}.capture IS {}NULL", if captures { "NOT " } else { "" })),
    );
    if let Some(short) = pattern.castles_short {
        let sign = if short { ">" } else { "<=" };
        parts.push(format!("({is_move} AND ({row}.\"move\" >> 6 & 7) {sign} ({row}.\"move\" & 7))"));
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
