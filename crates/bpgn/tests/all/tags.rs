//! The meaning of tag values.

use bpgn::tags::{
    Date, GameResult, Rating, STANDARD_ORDER, TimeControlTag, elo_tag, joins_line, player_tag, rank,
    read_time_control,
};
use bughouse_chess::{Millis, Seat, Team, TimeControl};
use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

#[test]
fn tags_have_an_order() {
    for (place, name) in STANDARD_ORDER.iter().enumerate() {
        assert_eq!(rank(name.as_bytes()), Some(place));
    }
    assert_eq!(rank(b"SetUp"), rank(b"Setup"));
    assert!(rank(b"Result") < rank(b"Setup"));
    assert_eq!(rank(b"event"), None);
    assert_eq!(rank(b""), None);
}

#[test]
fn a_rating_is_next_to_its_player() {
    for seat in Seat::ALL {
        let (player, elo) = (player_tag(seat), elo_tag(seat));
        assert_eq!(elo, format!("{player}Elo"));
        assert!(joins_line(player.as_bytes(), elo.as_bytes()));
        assert!(!joins_line(elo.as_bytes(), player.as_bytes()));
        assert_eq!(rank(elo.as_bytes()), rank(player.as_bytes()).map(|place| place + 1));
    }
    assert!(!joins_line(b"WhiteA", b"BlackAElo"));
    assert!(!joins_line(b"Site", b"SiteElo"));
}

#[test]
fn ratings_are_read() {
    let rows = [
        ("2165", Rating::Known(2165)),
        (" 2165 ", Rating::Known(2165)),
        ("2163?", Rating::Provisional(2163)),
        ("UNR", Rating::Unrated),
        ("----", Rating::Guest),
        ("++++", Rating::Guest),
        ("0", Rating::Unknown),
        ("", Rating::Unknown),
        ("?", Rating::Unknown),
        ("-", Rating::Unknown),
        ("-5", Rating::Other),
        ("x?", Rating::Other),
        ("99999999999", Rating::Other),
    ];
    for (text, rating) in rows {
        assert_eq!(Rating::read(text.as_bytes()), rating, "{text:?}");
    }
    assert_eq!(Rating::Provisional(2163).points(), Some(2163));
    assert_eq!(Rating::Guest.points(), None);
}

#[test]
fn time_controls_are_read() {
    let rows = [
        ("300+0", TimeControlTag::Control(TimeControl::new(300, 0))),
        ("180", TimeControlTag::Control(TimeControl::new(180, 0))),
        ("180+2", TimeControlTag::Control(TimeControl::new(180, 2))),
        ("0+2", TimeControlTag::Control(TimeControl::new(0, 2))),
        ("120+0.5", TimeControlTag::Control(TimeControl { base: Millis(120_000), increment: Millis(500) })),
        ("0+0", TimeControlTag::None),
        ("0", TimeControlTag::None),
        ("-", TimeControlTag::None),
        ("?", TimeControlTag::None),
        ("", TimeControlTag::None),
        ("+", TimeControlTag::Other),
        ("300+", TimeControlTag::Other),
        ("-300+0", TimeControlTag::Other),
        ("300+-1", TimeControlTag::Other),
        ("300+1+2", TimeControlTag::Other),
        ("5 0", TimeControlTag::Other),
        ("99999999999999999999", TimeControlTag::Other),
    ];
    for (text, control) in rows {
        assert_eq!(read_time_control(text.as_bytes()), control, "{text:?}");
    }
}

#[test]
fn dates_are_read_and_written() {
    let rows = [
        ("1996.08.07", Some("1996.08.07")),
        ("2010-07-26", Some("2010.07.26")),
        ("????.??.??", Some("????.??.??")),
        ("1996.??.??", Some("1996.??.??")),
        ("199?.08.07", Some("????.08.07")),
        ("1996.13.07", None),
        ("1996.08.32", None),
        ("1996.00.07", None),
        ("1996.08-07", None),
        ("1996/08/07", None),
        ("1996.8.7", None),
        ("1996", None),
        ("", None),
    ];
    for (text, written) in rows {
        let date = Date::read(text.as_bytes());
        assert_eq!(date.ok().map(|date| date.to_string()).as_deref(), written, "{text:?}");
    }
}

#[test]
fn results_are_read_and_written() {
    for result in GameResult::ALL {
        assert_eq!(GameResult::read(result.to_string().as_bytes()), Ok(result));
    }
    assert_eq!(GameResult::read(b"1-0"), Ok(GameResult::won_by(Team::One)));
    assert_eq!(GameResult::Team2.winner(), Some(Team::Two));
    assert_eq!(GameResult::Draw.winner(), None);
    assert!(GameResult::read(b"2-0").is_err());
    assert!(GameResult::read(b"").is_err());
}

proptest! {
    #[test]
    fn no_value_panics(value in proptest::collection::vec(any::<u8>(), 0..20)) {
        let _ = rank(&value);
        let _ = joins_line(&value, &value);
        Rating::read(&value);
        let _ = read_time_control(&value);
        let _ = GameResult::read(&value);
        if let Ok(date) = Date::read(&value) {
            prop_assert_eq!(Date::read(date.to_string().as_bytes()), Ok(date));
        }
    }

    #[test]
    fn dates_read_back(year in 0u16..10_000, month in 1u8..13, day in 1u8..32, known in 0u8..8) {
        let date = Date {
            year: (known & 1 != 0).then_some(year),
            month: (known & 2 != 0).then_some(month),
            day: (known & 4 != 0).then_some(day),
        };
        prop_assert!(Date::read(date.to_string().as_bytes()) == Ok(date));
    }
}
