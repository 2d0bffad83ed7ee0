//! Small texts that are parsed on their own: labels, dates, results, clocks.

use bpgn::Label;
use bpgn::clock::Clk;
use bpgn::lexer::{TokenKind, tokens};
use bpgn::tags::{Date, GameResult};
use bughouse_chess::{Seat, Span};
use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::select;

use crate::canonical::text;

#[test]
fn labels_are_read() {
    let label = Label { number: 47, seat: Seat::BLACK_A };
    for text in ["47a", "47a.", "47a...", "047a"] {
        assert_eq!(text.parse(), Ok(label), "{text}");
        assert_eq!(Label::read(text.as_bytes()), Ok(label), "{text}");
    }
    assert_eq!("999999999B".parse(), Ok(Label { number: 999_999_999, seat: Seat::WHITE_B }));
}

#[test]
fn invalid_labels_have_a_reason() {
    let no_number = "expected a label such as 47a, which begins with a number";
    let no_letter = "expected the letter of a seat: A, a, B or b";
    let trailing = "expected the end of the label";
    let rows = [
        ("", no_number, Span::new(0, 0)),
        ("a.", no_number, Span::new(0, 1)),
        (" 1a", no_number, Span::new(0, 1)),
        ("1234567890a", "expected a number of nine digits at most", Span::new(0, 10)),
        ("47", no_letter, Span::new(2, 2)),
        ("47.", no_letter, Span::new(2, 3)),
        ("47c.", no_letter, Span::new(2, 3)),
        ("47a. e4", trailing, Span::new(4, 7)),
        ("47ab", trailing, Span::new(3, 4)),
    ];
    for (text, expected, span) in rows {
        let error = text.parse::<Label>().unwrap_err();
        assert_eq!((*error.kind(), error.span()), (expected, span), "{text}");
        assert!(error.to_string().starts_with("expected"), "{error}");
    }
}

#[test]
fn invalid_dates_have_a_reason() {
    let form = "expected a date such as 1996.08.07 or 1996.??.??";
    let month = "expected a month, 01 to 12, or ??";
    let rows = [
        ("1996", form, Span::new(0, 4)),
        ("1996.08-07", form, Span::new(0, 10)),
        ("1996/08/07", form, Span::new(0, 10)),
        (" 199x.08.07", "expected a year of four digits, or ????", Span::new(1, 5)),
        ("1996.13.07", month, Span::new(5, 7)),
        ("1996.x?.07", month, Span::new(5, 7)),
        ("1996.08.00", "expected a day, 01 to 31, or ??", Span::new(8, 10)),
    ];
    for (text, expected, span) in rows {
        let error = text.parse::<Date>().unwrap_err();
        assert_eq!((*error.kind(), error.span()), (expected, span), "{text}");
        assert_eq!(Date::read(text.as_bytes()), Err(error));
    }
    assert_eq!("1996.08.??".parse(), Ok(Date { year: Some(1996), month: Some(8), day: None }));
}

#[test]
fn results_and_clocks_are_parsed() {
    for result in GameResult::ALL {
        assert_eq!(result.to_string().parse(), Ok(result));
        assert_eq!(GameResult::read(result.as_str().as_bytes()), Ok(result));
    }
    let error = "2-0".parse::<GameResult>().unwrap_err();
    assert_eq!(error.to_string(), "expected a result: 1-0, 0-1, 1/2-1/2 or * (at byte 1)");
    assert_eq!("0:01:02.5".parse::<Clk>(), Clk::read(b"0:01:02.5"));
    assert_eq!(Clk::read(b"0:61:02").unwrap_err().span(), Span::new(0, 7));
}

proptest! {
    #[test]
    fn a_label_reads_back_the_same(number in 0u32..=999_999_999, seat in select(&Seat::ALL[..])) {
        let label = Label { number, seat };
        prop_assert_eq!(label.to_string().parse(), Ok(label));
    }

    #[test]
    fn labels_in_games_parse_on_their_own(text in text()) {
        for token in tokens(&text.0) {
            let word = &text.0[token.span.start..token.span.end];
            if let TokenKind::Label(label) = token.kind {
                prop_assert_eq!(Label::read(word), Ok(label));
            }
        }
    }

    #[test]
    fn any_text_is_a_label_or_has_a_valid_error_span(text in any::<String>(), digits in "[0-9]{0,12}[aAbBc]?[.]{0,3}") {
        for text in [text, digits] {
            match text.parse::<Label>() {
                Ok(_) => prop_assert_eq!(tokens(text.as_bytes()).count(), 1),
                Err(error) => {
                    let Span { start, end } = error.span();
                    prop_assert!(start <= end && end <= text.len());
                }
            }
        }
    }
}
