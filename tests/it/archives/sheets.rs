//! Tables as CSV, read back by a reader that knows RFC 4180 and nothing of the service.

use serde_json::json;

use super::corrected;
use crate::support::{Club, Service, with_draws};

/// The records of a file in the grammar of RFC 4180, section 2; strict, so that nothing is forgiven.
fn records(text: &str) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let row = rows.last_mut().unwrap();
        let field = row.last_mut().unwrap();
        match c {
            '"' => {
                assert!(field.is_empty(), "a quote inside a field that does not begin with one: {field}");
                loop {
                    match rest.next().expect("a quoted field ends") {
                        '"' if rest.peek() == Some(&'"') => field.push(rest.next().unwrap()),
                        '"' => break,
                        c => field.push(c),
                    }
                }
                assert!(matches!(rest.peek(), None | Some(',' | '\r')), "something after a quoted field");
            }
            ',' => row.push(String::new()),
            '\r' => {
                assert_eq!(rest.next(), Some('\n'), "a lone CR");
                rows.push(vec![String::new()]);
            }
            '\n' => panic!("a lone LF"),
            c => field.push(c),
        }
    }
    assert_eq!(rows.pop(), Some(vec![String::new()]), "the last record ends with CRLF too");
    let columns = rows[0].len();
    assert!(
        rows.iter().all(|row| row.len() == columns),
        "every record has the same number of fields: {rows:?}"
    );
    rows
}

/// What a spreadsheet makes a formula of.
fn is_formula(field: &str) -> bool {
    begins_one(field) && field.parse::<f64>().is_err()
}

/// Whether a formula begins like this, by its first visible character.
fn begins_one(field: &str) -> bool {
    let visible = field.trim_start_matches(|c: char| {
        c.is_whitespace() || c.is_control() || ['\u{ad}', '\u{200b}', '\u{2060}', '\u{feff}'].contains(&c)
    });
    let risky = visible.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    risky || field.starts_with(['\t', '\r', '\n'])
}

#[test]
fn names_come_back_from_csv_and_are_never_formulas() {
    let service = Service::start();
    let club = Club::found(&service.client, "Friday");
    let names = [
        "=HYPERLINK(\"http://x\",\"y\")",
        "+1",
        "-2+3",
        "@SUM(A1)",
        "＝1+1",
        "＋1",
        "－1",
        "＠x",
        "\u{200b}=1",
        "\u{ad}+2",
        "a\"b",
        "\"",
        "a,b;c",
        "Zoë 🁢",
        "'quoted'",
        "-",
    ];
    for pair in names.chunks(2) {
        let seats: Vec<_> = pair.iter().map(|name| json!({ "name": name })).collect();
        let made = club.manager.post(
            &format!("{}/games", club.path),
            &with_draws(json!({ "variant": "block", "seats": seats })),
        );
        assert_eq!(made.status, 201, "{made:?}");
        let path = made.header("location");
        club.manager.post(&format!("{path}/rounds"), &json!({ "detail": "points", "points": { "A": 100 } }));
        let sheet = club.manager.get(&format!("{path}/scoresheet.csv"));
        let rows = records(&sheet.text);
        assert_eq!(rows[0][7], format!("points: {}", pair[0]), "{:?}", rows[0]);
        assert!(!rows.iter().flatten().any(|field| is_formula(field)), "{rows:?}");
    }
    let table = club.manager.get(&format!("{}/standings.csv", club.path));
    let rows = records(&table.text);
    assert_eq!(rows.len(), names.len() + 1);
    let column = rows[0].iter().position(|name| name == "player").unwrap();
    let mut read: Vec<&str> = rows[1..].iter().map(|row| row[column].as_str()).collect();
    assert!(!rows.iter().flatten().any(|field| is_formula(field)), "{rows:?}");
    read.iter_mut().for_each(|name| {
        // The apostrophe is all that was added.
        if let Some(plain) = name.strip_prefix('\'').filter(|plain| begins_one(plain)) {
            *name = plain;
        }
    });
    read.sort_unstable();
    let mut wanted = names.to_vec();
    wanted.sort_unstable();
    assert_eq!(read, wanted);
}

#[test]
fn a_score_sheet_tells_what_does_not_count_and_why_totals_change() {
    let service = Service::start();
    let club = Club::found(&service.client, "Friday");
    let game = corrected(&club);
    game.send("POST", "/reopen", None);
    let fine = json!({ "seat": "B", "amount": { "points": 5 }, "reason": "=late" });
    assert_eq!(game.send("POST", "/penalties", Some(&fine)).status, 201);
    assert!(game.send("DELETE", "/rounds/2?reason=misdeal", None).status < 300);
    let sheet = game.manager.get(&format!("{}/scoresheet.csv", game.path));
    let rows = records(&sheet.text);
    let short: Vec<String> = rows[1..].iter().map(|row| [&row[..1], &row[7..]].concat().join("|")).collect();
    assert_eq!(
        short,
        [
            "1|10|10|0|0|",
            "2|0||30||voided: misdeal",
            "3|45|55|0|0|",
            "penalty 1|||||Zoë \"Z\": =1+1; cancelled: they looked again",
            "penalty 2||55|-5|-5|Zoë \"Z\": =late",
            "total||55||-5|",
        ]
    );
}
