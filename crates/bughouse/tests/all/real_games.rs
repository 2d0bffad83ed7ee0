//! `check` on real games, as a user runs it.

use serde_json::Value;

use crate::run::{bughouse, with_stdin};
use crate::shared_data::{RealGame, real_games};

fn check_json(games: &[RealGame], options: &[&str]) -> Vec<Value> {
    let files = games.iter().map(|game| game.path.to_str().unwrap());
    bughouse(["check", "--json"].into_iter().chain(options.iter().copied()).chain(files)).games()
}

#[test]
fn every_game_comes_through_as_expected() {
    let games = real_games();
    if games.is_empty() {
        return;
    }
    let by_default = check_json(&games, &[]);
    let lent = check_json(&games, &["--borrow"]);
    assert_eq!((by_default.len(), lent.len()), (games.len(), games.len()));
    for (game, (found, lent)) in games.iter().zip(by_default.iter().zip(&lent)) {
        let name = game.path.display();
        assert_eq!((found["file"].as_str(), &found["game"]), (game.path.to_str(), &1.into()), "{name}");
        let ends_well = |found: &Value, state: &str| {
            assert_eq!(
                (found["state"].as_str(), &found["stopped_at"]),
                (Some(state), &Value::Null),
                "{name}"
            );
            let last = &found["final"];
            assert_eq!(found["plies"], game.plies, "{name}");
            assert_eq!(
                [last["a"].as_str(), last["b"].as_str()],
                game.last.each_ref().map(|bfen| Some(&**bfen))
            );
        };
        match game.mode.as_str() {
            "strict" => ends_well(found, "ok"),
            "lenient" => ends_well(found, "repaired"),
            "borrow" => {
                assert_eq!(found["state"], "broken", "{name}");
                assert_eq!(found["stopped_at"]["label"], game.label_in_name(), "{name}");
                ends_well(lent, "repaired");
            }
            "cannot" => {
                let stopped = &found["stopped_at"];
                let text =
                    format!("{}. {}", stopped["label"].as_str().unwrap(), stopped["move"].as_str().unwrap());
                assert_eq!((&stopped["ply"], text), (&game.plies.into(), game.last[0].clone()), "{name}");
            }
            mode => panic!("unknown mode {mode}"),
        }
    }
}

#[test]
fn all_files_in_one_give_as_many_games() {
    let games = real_games();
    if games.is_empty() {
        return;
    }
    let texts: Vec<Vec<u8>> = games.iter().map(|game| std::fs::read(&game.path).unwrap()).collect();
    let together = with_stdin(["check", "--json", "-"], &texts.join(&b'\n')).games();
    let last = |found: &[Value]| found.iter().map(|game| game["final"].clone()).collect::<Vec<_>>();
    assert_eq!(last(&together), last(&check_json(&games, &[])));
    let numbers: Vec<u64> = together.iter().map(|game| game["game"].as_u64().unwrap()).collect();
    assert!(numbers.into_iter().eq(1..=games.len() as u64));
}
