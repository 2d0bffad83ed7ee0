//! Rows in memory, compared with those that an import writes.

use bpgn::Limits;
use bpgn::input::{Chunk, Chunks};
use bughouse_archive::Archive;
use bughouse_archive::rows::{Before, ChunkRows, Column, UNKNOWN};
use bughouse_archive::schema::{GAMES, MOVES, PLAYERS, TABLES, TableSpec};

use crate::support;

/// Returns the values of a column as strings.
fn shown(column: &Column) -> Vec<String> {
    match column {
        Column::I32(values) => values
            .iter()
            .map(|&value| if value == UNKNOWN { "-".to_owned() } else { value.to_string() })
            .collect(),
        Column::I64(values) => values.iter().map(ToString::to_string).collect(),
        Column::Bytes(texts) => texts
            .iter()
            .map(|text| {
                text.map_or_else(|| "-".to_owned(), |text| format!("{:?}", String::from_utf8_lossy(text)))
            })
            .collect(),
    }
}

/// Returns all values of a table, by column.
pub(crate) fn table(archive: &Archive, spec: &TableSpec, most: usize) -> Vec<Vec<String>> {
    let table = archive.table(spec.name).expect("the table is there");
    let columns: Vec<usize> = (0..spec.columns.len()).collect();
    let mut all = vec![Vec::new(); columns.len()];
    for part in table.parts(most) {
        let rows = table.read(&part, &columns).expect("it can be read");
        assert!(rows.len() <= most);
        for (all, column) in all.iter_mut().zip(rows.into_columns()) {
            all.extend(shown(&column));
        }
    }
    assert!(all.iter().all(|column| column.len() as u64 == table.rows()), "{}", spec.name);
    all
}

#[test]
fn rows_of_chunks_match_an_import() {
    let mut text = support::games(11, 60);
    text.extend_from_slice(
        b"[Event \"broken\"]\n1A. e4 1a. e5 2A. Ke3 *\n\n[Event \"nothing\"]\n1A. Ke5 *\n\n",
    );
    text.extend(support::dances(3, 20));
    let folder = tempfile::tempdir().expect("a folder");
    support::add(folder.path(), "text", &text, 40);
    let archive = Archive::open(folder.path()).expect("an archive");
    let (games, moves) = (table(&archive, &GAMES, 7), table(&archive, &MOVES, 1_000));
    let names = table(&archive, &PLAYERS, 100).swap_remove(1);

    let (mut own_games, mut own_moves) =
        (vec![Vec::new(); GAMES.columns.len()], vec![Vec::new(); MOVES.columns.len()]);
    let mut own_players: [Vec<String>; 4] = Default::default();
    let mut before = Before::default();
    let mut chunks = Chunks::new(&text[..], Limits::default(), 10_000);
    let mut next = || -> Option<Chunk> { chunks.next_chunk().expect("reading from a slice cannot fail") };
    while let Some(chunk) = next() {
        let mut rows = ChunkRows::of(&chunk, 0);
        rows.after(&before);
        let half_moves = ChunkRows::half_moves_of(&chunk, 0);
        assert!(
            half_moves.games.is_empty() && half_moves.played == rows.played && half_moves.read == rows.read
        );
        assert_eq!(half_moves.moves.len(), rows.moves.len());
        assert_eq!(rows.played as usize, rows.games.len());
        before.games += rows.played;
        before.moves += rows.moves.len() as i64;
        before.read += rows.read;
        for (all, names) in own_players.iter_mut().zip(rows.players) {
            all.extend(shown(&Column::Bytes(names)));
        }
        for (all, rows) in [(&mut own_games, rows.games), (&mut own_moves, rows.moves)] {
            for (all, column) in all.iter_mut().zip(rows.into_columns()) {
                all.extend(shown(&column));
            }
        }
    }
    assert!(before.games > 70 && before.read > before.games);
    assert_eq!(own_moves, moves);
    for (index, column) in GAMES.columns.iter().enumerate() {
        match column.name {
            // Only an archive keeps texts.
            "record" => {}
            "white_a" | "black_a" | "white_b" | "black_b" => {
                let seat =
                    ["white_a", "black_a", "white_b", "black_b"].iter().position(|name| *name == column.name);
                let named: Vec<String> = games[index]
                    .iter()
                    .map(|id| id.parse().map_or_else(|_| "-".to_owned(), |id: usize| names[id].clone()))
                    .collect();
                assert_eq!(own_players[seat.expect("a seat")], named, "{}", column.name);
            }
            name => assert_eq!(own_games[index], games[index], "{name}"),
        }
    }
}

#[test]
fn every_table_can_be_read_completely() {
    let folder = tempfile::tempdir().expect("a folder");
    support::add(folder.path(), "text", &support::games(1, 400), 200);
    let archive = Archive::open(folder.path()).expect("an archive");
    for spec in &TABLES {
        let all = table(&archive, spec, 500);
        let written = archive.manifest().files.iter().filter(|file| file.table == spec.name);
        assert_eq!(all[0].len() as u64, written.map(|file| file.rows).sum::<u64>(), "{}", spec.name);
    }
    assert!(archive.table("nothing").is_none());
}
