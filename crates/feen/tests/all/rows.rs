//! Every row of `testdata/feen/`.

use std::time::{Duration, Instant};

use feen::{Options, dump, is_canonical, is_valid, parse, parse_with};

use crate::reference;
use crate::support::{read_rows, unescape};

/// Parses a string, and checks that all ways to parse it agree.
fn canonical(text: &[u8]) -> Option<String> {
    let Ok(text) = std::str::from_utf8(text) else {
        assert!(parse_with(text, &Options::default()).is_err());
        return None;
    };
    let position = parse(text).ok()?;
    let canonical = dump(&position).unwrap();
    assert_eq!(canonical, position.to_string());
    assert_eq!(parse(&canonical).as_ref(), Ok(&position), "{text}");
    assert_eq!(is_canonical(text), Ok(text == canonical), "{text}");
    assert_eq!(is_valid(text), text == canonical, "{text}");
    assert!(is_valid(&canonical), "{canonical}");
    Some(canonical)
}

#[test]
fn valid() {
    let rows = read_rows::<2>("feen/valid.csv");
    assert!(rows.len() >= 170);
    for [input, expected] in rows {
        let text = unescape(&input);
        assert_eq!(canonical(&text).as_deref(), Some(expected.as_str()), "{input}");
        assert_eq!(reference::canonical(&text).as_deref(), Some(expected.as_str()), "{input}");
    }
}

#[test]
fn invalid() {
    let rows = read_rows::<2>("feen/invalid.csv");
    assert!(rows.len() >= 150);
    for [input, why] in rows {
        let text = unescape(&input);
        let Err(error) = parse_with(&text, &Options::default()) else { panic!("{why}: {input} was read") };
        let span = error.span();
        assert!(span.start <= span.end && span.end <= text.len(), "{input}: {span:?}");
        assert_eq!(canonical(&text), None);
        assert!(!std::str::from_utf8(&text).is_ok_and(is_valid), "{input}");
        assert_eq!(reference::canonical(&text), None, "{input}");
    }
}

#[test]
fn divergent() {
    let rows = read_rows::<5>("feen/divergent.csv");
    assert!(rows.len() >= 22);
    for [input, gem_dump, gem_valid, recommended, why] in rows {
        let text = unescape(&input);
        let expected = match recommended.as_str() {
            "REJECT" => None,
            "ACCEPT unchanged" => Some(input.clone()),
            _ => panic!("unknown recommendation {recommended}"),
        };
        assert_eq!(canonical(&text), expected, "{why}: {input}");
        assert_eq!(reference::canonical(&text), expected, "{why}: {input}");
        assert!(is_valid(&gem_dump) || recommended == "REJECT");
        assert_eq!(expected.is_some(), gem_valid == "true", "{input}");
    }
}

#[test]
fn huge() {
    let rows = read_rows::<4>("feen/huge.csv");
    assert!(rows.len() >= 13);
    for [name, expression, _, recommended] in rows {
        let text = evaluate(&expression);
        let start = Instant::now();
        let result = parse(&text);
        let dumped = result.as_ref().ok().map(|position| dump(position).unwrap());
        let taken = start.elapsed();
        // A few milliseconds in practice. The bound only has to distinguish linear from quadratic time.
        assert!(taken < Duration::from_secs(5), "{name}: {taken:?}");
        if recommended.starts_with("reject") {
            let error = result.expect_err(&name);
            assert!(error.span().start < text.len(), "{name}");
            assert!(error.render(text.as_bytes()).len() < 1000, "{name}");
        } else {
            assert!(recommended.starts_with("accept"), "unknown recommendation {recommended}");
            let expected = if name.contains("single hand letters") { "K 100000P/ A/b" } else { &text };
            assert!(dumped.as_deref() == Some(expected), "{name}: {:?}", result.err());
        }
    }
}

/// Returns the value of a Python expression in the file.
fn evaluate(expression: &str) -> String {
    match expression {
        r#""/".join(["P"*1000]*1000)+" / A/b""# => vec!["P".repeat(1000); 1000].join("/") + " / A/b",
        r#""P"*1000000+" / A/b""# => "P".repeat(1_000_000) + " / A/b",
        r#""K "+"P"*100000+"/ A/b""# => format!("K {}/ A/b", "P".repeat(100_000)),
        r#""K / "+"A"*100000+"/b""# => format!("K / {}/b", "A".repeat(100_000)),
        r#""K"+"/"*100000+"K / A/b""# => format!("K{}K / A/b", "/".repeat(100_000)),
        r#""".join("K"+"/"*i for i in range(1,1501))+"K / A/b""# => {
            (1..1501).map(|i| format!("K{}", "/".repeat(i))).collect::<String>() + "K / A/b"
        }
        r#""9"*100000+" / A/b""# => "9".repeat(100_000) + " / A/b",
        literal => {
            let text = literal.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
            let text = text.filter(|text| !text.contains('"'));
            text.unwrap_or_else(|| panic!("unknown expression {literal}")).to_owned()
        }
    }
}
