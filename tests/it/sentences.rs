//! What people read as it stands: a change of it shows its words here.
//!
//! `INSTA_UPDATE=always cargo test --test it sentences` writes them down anew.

use std::process::Command;

use crate::support::Service;

/// The text of a page, a line a paragraph, without tags, style and the links at its foot.
fn text(page: &str) -> String {
    let (_, body) = page.split_once("<body>").unwrap();
    let (body, _) = body.split_once("<p><a href=\"/problems\">").unwrap();
    let mut text = String::new();
    for part in body.replace("</p>", "\n").replace("</h1>", "\n").split('<') {
        text.push_str(part.split_once('>').map_or(part, |(_, after)| after));
    }
    text.trim().to_owned()
}

#[test]
fn help_of_every_command() {
    let help = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_pipkeeper")).args(args).env_clear().output().unwrap();
        assert!(output.status.success(), "{args:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let all = help(&["--help"]);
    let commands = all.split_once("Commands:\n").unwrap().1.split("\n\n").next().unwrap();
    let names: Vec<&str> = commands.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.contains(&"import"), "{names:?}");
    let mut text = all.clone();
    for name in names.into_iter().filter(|name| *name != "help") {
        text += &format!("\n== {name}\n{}", help(&[name, "--help"]));
    }
    insta::assert_snapshot!("help", text);
}

#[test]
fn the_page_of_every_problem() {
    let service = Service::start();
    let list = service.client.get("/problems").text;
    let codes: Vec<&str> =
        list.split("/problems/").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert!(codes.len() > 100, "{codes:?}");
    let pages = codes.iter().map(|code| text(&service.client.get(&format!("/problems/{code}")).text));
    insta::assert_snapshot!("problems", pages.collect::<Vec<_>>().join("\n\n"));
}
