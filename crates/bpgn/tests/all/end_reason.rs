//! The phrases of end reasons.

use bpgn::end_reason::{DrawBy, EndKind, EndReason, How, NoResultBy, Who};
use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

const DECISIVE: [(Who, &str); 4] = [
    (Who::Loser, "raven"),
    (Who::Winner, "raven"),
    (Who::PartnerLoses, "raven's partner"),
    (Who::PartnerWins, "raven's partner"),
];

#[test]
fn decisive_ends_are_read() {
    let rows = [
        ("checkmated", false, How::Checkmate),
        ("resigns", false, How::Resignation),
        ("forfeits on time", false, How::Time),
        ("forfeits by disconnection", false, How::Disconnection),
        ("lost", false, How::Unknown),
        ("won", true, How::Unknown),
        ("wins by adjudication", true, How::Adjudication),
        ("won by checkmate", true, How::Checkmate),
        ("won by resignation", true, How::Resignation),
        ("won on time", true, How::Time),
        ("won with their bughouse partner", true, How::Partner),
        ("won - game abandoned", true, How::Disconnection),
    ];
    for (words, won, how) in rows {
        for (who, subject) in DECISIVE.into_iter().filter(|(who, _)| who.won() == won) {
            let kind = EndKind::Decisive { who, how };
            let plain = format!("{subject} {words}");
            let variants = [
                plain.clone(),
                format!(" {plain}\r\n"),
                format!("{plain}."),
                format!("{plain} !"),
                plain.replace(' ', "\n"),
                plain.replace(' ', "  "),
            ];
            for text in variants {
                let reason = EndReason::read(text.as_bytes());
                assert_eq!(reason, EndReason { kind, name: Some(b"raven"), other_name: None }, "{text:?}");
                assert_eq!(reason.named_team_won(), Some(won));
            }
        }
    }
}

#[test]
fn other_ends_are_read() {
    use EndKind::{Draw, NoResult};
    let rows: [(&str, EndKind, Option<&str>); 43] = [
        ("Game drawn by stalemate", Draw(DrawBy::Stalemate), None),
        ("Game drawn by mutual agreement", Draw(DrawBy::Agreement), None),
        ("Game drawn by agreement", Draw(DrawBy::Agreement), None),
        ("Game drawn by repetition", Draw(DrawBy::Repetition), None),
        ("Game drawn by the 50 move rule", Draw(DrawBy::FiftyMoves), None),
        ("Game drawn by adjudication", Draw(DrawBy::Adjudication), None),
        ("Game drawn because both players ran out of time", Draw(DrawBy::BothFlags), None),
        ("Game drawn\nbecause  both players\r\nran out of time.", Draw(DrawBy::BothFlags), None),
        ("Partners' game drawn", Draw(DrawBy::PartnersGame), None),
        ("Partner's game drawn", Draw(DrawBy::PartnersGame), None),
        ("Neither player has mating material", Draw(DrawBy::NoMaterial), None),
        ("drawn by mate on both boards", Draw(DrawBy::MateOnBothBoards), None),
        ("Game drawn by mate on both boards", Draw(DrawBy::MateOnBothBoards), None),
        ("Game aborted", NoResult(NoResultBy::Aborted), None),
        ("game aborted by raven", NoResult(NoResultBy::Aborted), Some("raven")),
        ("Game aborted on move 1", NoResult(NoResultBy::AbortedFirstMove), None),
        ("Game aborted on move 1 by raven", NoResult(NoResultBy::AbortedFirstMove), Some("raven")),
        ("Game aborted by mutual agreement", NoResult(NoResultBy::AbortedByAgreement), None),
        ("Game aborted by adjudication", NoResult(NoResultBy::AbortedByAdjudication), None),
        ("Game aborted by server shutdown", NoResult(NoResultBy::ServerShutdown), None),
        ("Game adjourned by server shutdown", NoResult(NoResultBy::ServerShutdown), None),
        ("Game adjourned by mutual agreement", NoResult(NoResultBy::AdjournedByAgreement), None),
        ("Game adjourned", NoResult(NoResultBy::Adjourned), None),
        ("game courtesyaborted by raven", NoResult(NoResultBy::CourtesyAborted), Some("raven")),
        ("Game courtesyadjourned by raven", NoResult(NoResultBy::CourtesyAdjourned), Some("raven")),
        ("raven lost connection; game aborted", NoResult(NoResultBy::ConnectionLostAborted), Some("raven")),
        (
            "raven lost connection and too few moves; game aborted",
            NoResult(NoResultBy::ConnectionLostAborted),
            Some("raven"),
        ),
        (
            "raven lost\nconnection; game adjourned",
            NoResult(NoResultBy::ConnectionLostAdjourned),
            Some("raven"),
        ),
        ("Partner's game aborted", NoResult(NoResultBy::PartnersGameAborted), None),
        ("Partners' game aborted", NoResult(NoResultBy::PartnersGameAborted), None),
        ("Partners' game adjourned", NoResult(NoResultBy::PartnersGameAdjourned), None),
        ("Still in progress", NoResult(NoResultBy::InProgress), None),
        ("Game in progress", NoResult(NoResultBy::InProgress), None),
        ("", EndKind::Other, None),
        (" ! ", EndKind::Other, None),
        ("won", EndKind::Other, None),
        (" resigns", EndKind::Other, None),
        ("ravenresigns", EndKind::Other, None),
        ("Game drawn", EndKind::Other, None),
        ("Game aborted by", EndKind::Other, None),
        ("lost connection; game aborted", EndKind::Other, None),
        ("ran out of time and raven has no material to mate", EndKind::Other, None),
        ("298.5", EndKind::Other, None),
    ];
    for (text, kind, name) in rows {
        let reason = EndReason::read(text.as_bytes());
        assert_eq!(reason.kind, kind, "{text:?}");
        assert_eq!(reason.name, name.map(str::as_bytes), "{text:?}");
        assert_eq!(reason.is_known(), kind != EndKind::Other);
        assert_eq!(reason.named_team_won(), None);
    }
}

#[test]
fn a_flag_without_material_names_two_players() {
    for tail in ["has no material to mate", "has no material", "has no mating material"] {
        let text = format!("raven  ran out\nof time and death {tail}");
        let reason = EndReason::read(text.as_bytes());
        assert_eq!(reason.kind, EndKind::Draw(DrawBy::FlagWithoutMaterial));
        assert_eq!((reason.name, reason.other_name), (Some(&b"raven"[..]), Some(&b"death"[..])));
    }
}

#[test]
fn names_can_be_any_bytes() {
    let reason = EndReason::read(b"the Game of \xfe won by checkmate");
    assert_eq!(reason.name, Some(&b"the Game of \xfe"[..]));
    assert_eq!(EndReason::read(b"game resigns").name, Some(&b"game"[..]));
    assert_eq!(EndReason::read(b"James' partner resigns").name, Some(&b"James"[..]));
    assert_eq!(EndReason::read(b"my partner resigns").name, Some(&b"my partner"[..]));
}

#[test]
fn short_names_are_unique_and_kebab_case() {
    let mut names: Vec<_> = How::ALL.iter().map(|how| how.name()).collect();
    names.extend(DrawBy::ALL.iter().map(|by| by.name()));
    names.extend(NoResultBy::ALL.iter().map(|by| by.name()));
    names.push(EndKind::Other.name());
    assert!(names.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')));
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

/// Every known kind, with the names its text holds.
fn all_reasons<'a>(name: &'a [u8], other: &'a [u8]) -> Vec<EndReason<'a>> {
    let mut all = Vec::new();
    for (who, _) in DECISIVE {
        let kinds = How::ALL.iter().map(|&how| EndKind::Decisive { who, how });
        all.extend(kinds.map(|kind| EndReason { kind, name: Some(name), other_name: None }));
    }
    for &by in DrawBy::ALL {
        let two = by == DrawBy::FlagWithoutMaterial;
        let kind = EndKind::Draw(by);
        all.push(EndReason { kind, name: two.then_some(name), other_name: two.then_some(other) });
    }
    for &by in NoResultBy::ALL {
        let kind = EndKind::NoResult(by);
        let lost = matches!(by, NoResultBy::ConnectionLostAborted | NoResultBy::ConnectionLostAdjourned);
        let may_name = matches!(
            by,
            NoResultBy::Aborted
                | NoResultBy::AbortedFirstMove
                | NoResultBy::Adjourned
                | NoResultBy::CourtesyAborted
                | NoResultBy::CourtesyAdjourned
        );
        if lost || may_name {
            all.push(EndReason { kind, name: Some(name), other_name: None });
        }
        if !lost {
            all.push(EndReason { kind, name: None, other_name: None });
        }
    }
    all
}

proptest! {
    #[test]
    fn no_text_panics(text in proptest::collection::vec(any::<u8>(), 0..60)) {
        let _ = EndReason::read(&text).to_string();
    }

    #[test]
    fn no_text_of_known_words_panics(
        text in r"((game|partner's|NAME|lost|connection;|ran|out|of|time|and|has|no|material|to|mate|won|by|aborted|') ?){0,8}"
    ) {
        let reason = EndReason::read(text.as_bytes());
        prop_assert!(reason.name.is_none_or(|name| !name.is_empty()));
        let _ = reason.to_bytes();
    }

    #[test]
    fn reasons_read_back(name in "[A-Za-z0-9_\u{e9}-]{1,12}", other in "[A-Za-z0-9]{1,12}") {
        for reason in all_reasons(name.as_bytes(), other.as_bytes()) {
            let text = reason.to_bytes();
            prop_assert_eq!(EndReason::read(&text), reason, "{}", reason);
        }
    }
}
