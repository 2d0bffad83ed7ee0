//! A pool of synthetic players.

use std::collections::HashSet;

use crate::random::Random;

/// A player: a name and a strength.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// The name. All its characters are in Latin-1.
    pub name: String,
    /// The rating.
    pub elo: u16,
}

const SYLLABLES: [&str; 48] = [
    "ba", "bel", "cor", "da", "dri", "el", "fa", "fen", "ga", "gor", "hal", "i", "jo", "ka", "kel", "la",
    "lim", "lo", "ma", "mir", "mo", "na", "nel", "ni", "o", "pa", "pir", "qua", "ra", "ril", "ro", "sa",
    "sel", "sto", "ta", "tem", "ti", "u", "va", "ven", "vo", "wa", "wil", "xa", "ya", "yor", "za", "zu",
];

const ENDINGS: [&str; 16] = [
    "", "", "", "", "", "er", "fish", "king", "knight", "piece", "mate", "pawn", "rook", "son", "storm", "x",
];

/// Makes a pool of players. No name occurs twice.
pub(crate) fn pool(count: usize, random: &mut Random) -> Vec<Player> {
    let mut players: Vec<Player> = Vec::with_capacity(count);
    let mut names = HashSet::with_capacity(count);
    while players.len() < count {
        let name = name(random);
        if names.insert(name.clone()) {
            // Three draws added up: most are near the middle.
            let elo = 1_000 + (0..3).map(|_| random.below(600)).sum::<usize>();
            players.push(Player { name, elo: elo as u16 });
        }
    }
    players
}

fn name(random: &mut Random) -> String {
    let mut name = String::new();
    for _ in 0..3 + random.below(3) {
        name.push_str(random.one_of(&SYLLABLES));
    }
    name.push_str(random.one_of(&ENDINGS));
    match random.below(10) {
        0..5 => name[..1].make_ascii_uppercase(),
        5 => name.make_ascii_uppercase(),
        _ => {}
    }
    if random.percent(4) {
        let (plain, other) = [("e", "é"), ("u", "ü"), ("o", "ö"), ("a", "å")][random.below(4)];
        name = name.replacen(plain, other, 1);
    }
    name
}
