//! Search queries: any text is parsed or rejected, errors point into the text, and what is parsed reads back the same.

#![no_main]

use bughouse_archive::Query;
use bughouse_fuzz::{Choices, words};
use libfuzzer_sys::fuzz_target;

const WORDS: [&str; 62] = [
    "not",
    "or",
    "then",
    "within",
    "(",
    ")",
    "\"",
    ":",
    ">",
    ">=",
    "<",
    "<=",
    "=",
    "..",
    ",",
    "-",
    "*",
    " ",
    "3",
    "drop:N",
    "drop:P@7",
    "drop:@f7",
    "capture:Q",
    "clock<15",
    "clock(BlackB)<10",
    "frozen(WhiteA)",
    "frozen",
    "move:Qxf7#",
    "move:O-O-O",
    "by:black",
    "by:BlackB",
    "piece:N",
    "to:f7",
    "check",
    "promotion:N",
    "sit>30",
    "diagonal>20",
    "diagonal(WhiteA)<-30",
    "reserve(BlackB)>=QNN",
    "reserve=QQ",
    "reserve>=9",
    "position:\"rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\"",
    "pieces:\"Ne6 kg8\"",
    "player:raven",
    "partner:owl",
    "won",
    "against:crow",
    "mate",
    "rating<1900",
    "rating(WhiteA)",
    "date:2024.06",
    "2024.09",
    "end:resignation",
    "end:time",
    "control:120+0",
    "length<50",
    "winner:team2",
    "ply<60",
    "castling",
    "team:",
    "99999999999999999999",
    "\u{e4}",
];

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes);
    let text = words(choices.byte(), choices.rest(), &WORDS);
    match text.parse::<Query>() {
        Ok(query) => {
            assert_eq!(query.text(), text);
            let again: Query = query.text().parse().expect("it was parsed before");
            assert_eq!(again, query);
        }
        Err(error) => {
            let span = error.span();
            assert!(text.get(span.start..span.end).is_some(), "{error}: {span:?} of {text}");
            assert!(!error.to_string().is_empty() && !error.render(&text).is_empty());
        }
    }
});
