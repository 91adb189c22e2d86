//! The refusals of games: what is done to their rounds, who sits there, how large they get.

macro_rules! rows_of_games {
    ($next:ident $($rest:tt)*) => {
        $next! { $($rest)*

    GameFinished { how: Phrase } => "game_finished" {
        says: "the game is finished: {how}",
        kind: Conflict, title: "The game is finished",
        page: "The match has ended and takes no more rounds.",
        in_turn: never,
    }
    GameDeleted => "game_deleted" {
        says: "the game was deleted: restore it first",
        kind: Conflict, title: "The game was deleted",
        page: "The game was deleted as a mistake and takes no changes. POST /v1/games/{game}/restore brings it back.",
        in_turn: never,
    }
    NotDeleted => "not_deleted" {
        says: "the game was not deleted",
        kind: Conflict, title: "The game was not deleted",
        page: "Only a game that was deleted can be restored, and this one is there.",
        in_turn: never,
    }
    RoundRunning { round: usize } => "round_running" {
        says: "round {round} is still being played: finish it first",
        kind: Conflict, title: "A round is still being played",
        page: "Finish the running round before another is recorded.",
        in_turn: never,
    }
    OtherRound { asked: usize, next: usize } => "other_round" {
        says: "{what}" with (what = other_round(*asked, *next)),
        kind: Conflict, title: "The report is meant for another round",
        page: "The report says in `round` which round it is, and that is not the next one. If it was recorded before, perhaps by another phone, `round` of the answer has what is there: compare the two.",
        in_turn: never,
    }
    NoSuchRound { round: usize, rounds: usize } => "no_such_round" {
        says: "there is no round {round}: the game has {has}" with (has = count(*rounds, "round")),
        kind: Missing, title: "The game has no such round",
        page: "Rounds are numbered from 1 in the order in which they were played.",
        in_turn: never,
    }
    NoTurns { round: usize, detail: &'static str } => "no_turns" {
        says: "round {round} was recorded as {detail}, not as plays, so it has no turns",
        kind: Conflict, title: "The round has no turns",
        page: "The round was recorded as points or as hands, so turns cannot be added to it or taken from it.",
        in_turn: never,
    }
    NothingToUndo => "nothing_to_undo" {
        says: "there is nothing to undo",
        kind: Conflict, title: "There is nothing to undo",
        page: "The round has no turns, or it is not the last round.",
        in_turn: never,
    }
    RoundVoided { round: usize } => "round_voided" {
        says: "round {round} is voided: restore it first",
        kind: Conflict, title: "The round is voided",
        page: "A voided round does not count and cannot be changed. Restore it first.",
        in_turn: never,
    }
    NotVoided { round: usize } => "not_voided" {
        says: "round {round} is not voided",
        kind: Conflict, title: "The round is not voided",
        page: "Only a voided round can be restored, and this one already counts.",
        in_turn: never,
    }
    NotDeclared => "not_declared" {
        says: "the table did not end this match, so it cannot be reopened",
        kind: Conflict, title: "The table did not end this match",
        page: "Only a match that was ended with POST /v1/games/{game}/end can be reopened. One that ended by its rules goes on by itself when a round is amended or voided.",
        in_turn: never,
    }
    ForfeitBy => "forfeit_by" {
        says: "a forfeit names the side that gave up in \"by\", and no other end does",
        kind: Invalid, title: "The side that gave up is missing, or not wanted",
        page: "A forfeit names the side that gave up in `by`. The other ends do not.",
        in_turn: never,
    }
    ResultMissing => "result_missing" {
        says: "a match of which only the result was noted needs the totals in \"scores\", or who won in \"winners\"",
        kind: Invalid, title: "The result is missing",
        page: "Where only the result of a match was noted, `scores` says the totals, or `winners` who won if nobody noted them.",
        in_turn: never,
    }
    RoundsRecorded => "rounds_recorded" {
        says: "rounds of this match are recorded, so its result is not all that was noted: amend the rounds, or end the match in another way",
        kind: Conflict, title: "Rounds of the match are recorded",
        page: "`result_only` is for a match of which no round counts: its totals would take the place of what was recorded. Amend or void the rounds, or end the match with another `kind`, which takes `scores` too.",
        in_turn: never,
    }
    SeatTaken { seat: Seat } => "seat_taken" {
        says: "{seat} has not left the table",
        kind: Conflict, title: "The player has not left",
        page: "Only a player who has left can return. Somebody else can take over the seat.",
        in_turn: never,
    }
    SeatUnchanged { seat: Seat, since: usize } => "seat_unchanged" {
        says: "{seat}'s seat last changed in round {since} and cannot change before that",
        kind: Invalid, title: "The seat changed later",
        page: "Changes of a seat are recorded in the order in which they happened. If the wrong player was named from the start, correct it with PUT /v1/games/{game}/seats.",
        in_turn: never,
    }
    NotPlayedYet { seat: Seat, round: usize } => "not_played_yet" {
        says: "{seat} has not played before round {round}, so nobody can take over: correct who sits there instead, with PUT …/seats",
        kind: Invalid, title: "The player has not played yet",
        page: "Taking over a seat is for a player who has played in it. If somebody else sits there from the start, correct it with PUT /v1/games/{game}/seats.",
        in_turn: never,
    }
    PlayerSits { seat: Seat } => "player_sits" {
        says: "{seat} already plays in this game, or has played in it",
        kind: Conflict, title: "The player already has a seat in this game",
        page: "Nobody has two seats in a game, not even one after the other: the result would count twice. If two names are one person, merge the players.",
        in_turn: never,
    }
    SeatPlayed { seat: Seat } => "seat_played" {
        says: "{seat} cannot be taken out of the game: this takes back that the last player joined or that a player returned, as long as nothing has been reported of the player since",
        kind: Conflict, title: "The seat cannot be removed",
        page: "Removing a seat takes back that its player joined, if it is the last one, or that its player returned. Neither can be taken back once a round, a penalty or a bonus has been reported for the seat. Record that the player left instead.",
        in_turn: never,
    }
    PartnersFixed => "partners_fixed" {
        says: "partners are four players: somebody can take over a seat, but nobody can join",
        kind: Conflict, title: "Nobody can join a game of partners",
        page: "Partners are four players. Somebody can take over the seat of one of them.",
        in_turn: never,
    }
    WrongNumberOfPlayers { players: usize, min: usize, max: usize, set: Option<String> } => "wrong_number_of_players" {
        says: "{number} cannot play this game: it is for {range}{needs}" with (
            number = count(*players, "player"), range = range(*min, *max), needs = needs_set(*players, set.as_deref())
        ),
        kind: Invalid, title: "The game is not for this number of players",
        page: "The rules say how many can play, and how many the set has tiles for. If a larger set has enough for all of them, the detail names it: set `rules.set.max_pip`.",
        in_turn: never,
    }
    NoPartners => "no_partners" {
        says: "this game is not played by partners",
        kind: Invalid, title: "The game is not played by partners",
        page: "In this game everybody plays alone: leave `partners` and `sides` out.",
        in_turn: never,
    }
    SeatedAsPartners => "seated_as_partners" {
        says: "four play as partners in this game, so its rules must allow partners: to play without them, record another game",
        kind: Conflict, title: "Four play as partners in this game",
        page: "How a game is seated does not change with its rules: leave `players.partners` as it is. If the four played alone, record another game without `partners` and delete this one.",
        in_turn: never,
    }
    PartnersNeedFour { players: usize } => "partners_need_four" {
        says: "partners must be four players, not {players}",
        kind: Invalid, title: "Partners are four players",
        page: "Partners sit opposite each other, so there are two pairs.",
        in_turn: never,
    }
    InvalidRules { key: String, message: String } => "invalid_rules" {
        says: "{message}{option}" with (option = option_key(key)),
        kind: Invalid, title: "The rules cannot be played",
        page: "A parameter of `rules` is unknown, has a value that is not possible, or contradicts another. `errors` lists all of them with their places. GET /v1/variants/{variant} lists the parameters and what they may be.",
        in_turn: never,
    }
    RulesUnchanged => "rules_unchanged" {
        says: "the game already has these rules",
        kind: Conflict, title: "The game already has these rules",
        page: "Nothing in `rules` differs from the rules of the game, which GET /v1/games/{game} shows. If you sent this before, it was done.",
        in_turn: never,
    }
    RulesMisfit { what: String, why: Phrase } => "rules_misfit" {
        says: "{what} does not fit these rules: {why}",
        kind: Conflict, title: "The record does not fit these rules",
        page: "Rules can be put right as long as everything that was reported is possible by them. Correct or void the round or cancel the penalty that the detail names, then send the rules again.",
        in_turn: never,
    }
    TooManyRounds { most: usize } => "too_many_rounds" {
        says: "a game has at most {most} rounds",
        kind: Conflict, title: "The game has as many rounds as it can have",
        page: "A game has at most 2,000 rounds, including voided ones. Continue in a new game.",
        in_turn: never,
    }
    TooManyTurns { most: usize } => "too_many_turns" {
        says: "a round has at most {most} turns",
        kind: Invalid, title: "The round has too many turns",
        page: "A round has at most 500 turns. No round of dominoes is that long: something was recorded twice.",
        in_turn: never,
    }
    TooManyGameTurns { most: usize } => "too_many_game_turns" {
        says: "a game that has {most} turns takes no further round",
        kind: Conflict, title: "The game has as many turns as it can have",
        page: "A game that has 12,000 turns takes no further round. Continue in a new game.",
        in_turn: never,
    }
    TooManyCorrections { most: u32 } => "too_many_corrections" {
        says: "a game can be corrected at most {most} times, and less often if each correction changes many rounds",
        kind: Conflict, title: "The game was corrected as often as it can be",
        page: "A game takes at most 500 corrections: undone turns and rounds, amended, voided and restored rounds, amended rules, and seats that change for earlier rounds. It takes fewer if they made 250,000 rounds and turns be worked out again. Rounds and turns can still be recorded, and a round that is being played can be taken back; to correct more, record the game anew.",
        in_turn: never,
    }
    TooManyChanges { most: u32 } => "too_many_changes" {
        says: "a game can be changed at most {most} times",
        kind: Conflict, title: "The game was changed as often as it can be",
        page: "The log of a game takes at most 20,000 changes, including corrections. Continue in a new game.",
        in_turn: never,
    }

        }
    };
}
