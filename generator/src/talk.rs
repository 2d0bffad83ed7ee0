//! What those who watch a game say.

use crate::players::Player;
use crate::random::Random;

const WORDS: [&str; 28] = [
    "nice",
    "sit!",
    "gg",
    "wow",
    "knight mates",
    "needs a pawn now",
    "no more diagonals please",
    "trade queens, then drop on h7",
    "Nxf7+ wins (I think)",
    "he is up 40 seconds",
    "that rook is gone...",
    "why not 12. Q@g6 ?",
    "lag :(",
    "[both flags] soon",
    "winners next?",
    "board B is faster",
    "e6 was the hole all along; now it is too late for that",
    "1-0",
    "who is up on time?",
    "a bishop and it is over",
    "tr\u{e8}s joli",
    "f\u{fc}r mich ein Bauer",
    "caf\u{e9} after this one",
    "ol\u{e9}!",
    "se\u{f1}or knight again",
    "sch\u{f6}n gespielt",
    "P@e6 hurts",
    "he never sits * never *",
];

/// Makes a comment: one annotation or, now and then, several joined by the byte 0xFE.
pub(crate) fn annotation(players: &[Player], random: &mut Random) -> String {
    let channel = 1 + random.below(400);
    let mut text = said(players, channel, random);
    while random.percent(15) {
        text.push('\u{fe}');
        text.push_str(&said(players, channel, random));
    }
    text
}

fn said(players: &[Player], channel: usize, random: &mut Random) -> String {
    let Player { name, elo } = &players[random.below(players.len())];
    let verb = if random.percent(25) { "whispers" } else { "kibitzes" };
    format!("{name}({elo})[{channel}] {verb}: {}", random.one_of(&WORDS))
}
