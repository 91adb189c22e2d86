import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.ClubsApi;
import org.openapitools.client.api.GamesApi;
import org.openapitools.client.api.RoundsApi;
import org.openapitools.client.api.StandingsApi;
import org.openapitools.client.model.*;

/** Keeps the score of a match through the client of openapi-generator for Java. */
class Drive {
    final UUID club;
    final GamesApi games;
    final RoundsApi rounds;
    final StandingsApi standings;
    final ApiClient client;
    UUID game;

    Drive(String url) throws ApiException {
        client = new ApiClient();
        client.updateBaseUri(url);
        CreatedClub made = new ClubsApi(client).createClub(new CreateClub().name("Friday"), null);
        club = made.getId();
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + made.getKey()));
        games = new GamesApi(client);
        rounds = new RoundsApi(client);
        standings = new StandingsApi(client);
    }

    /** A game that is sent twice is made once. */
    void create() throws ApiException {
        var rules = new RulesetOverrides()
            .handSize(Map.of("2", 3))
            .match(new MatchOverrides().type(MatchType.ROUNDS).rounds(3));
        var game = new CreateGame().variant(Variant.CHICKENFOOT).seats(seats("Ann", "Bob")).rules(rules);
        this.game = games.createGame(club, game, "match-1").getId();
        var again = games.createGameWithHttpInfo(club, game, "match-1");
        equal(again.getData().getId(), this.game);
        equal(again.getHeaders().get("idempotent-replayed"), List.of("true"));
    }

    /** A round as plays, with a tile that does not fit and a turn that is taken back. */
    void recordPlays() throws ApiException {
        rounds.addRound(game, new RoundReport(new PlaysReport().leader("A")), null, null, null, null);
        var played = play(turn("A", "6-6", "lead"), turn("B", "2-6", "6-6/N"),
            turn("A", "0-6", "6-6/E"), turn("B", "3-6", "6-6/S"));
        var refused = refusal(422, () -> play(turn("A", "1-5", "6-6/W")));
        equal(refused.getCode(), "no_match");
        equal(refused.getDetail(), "1-5 does not fit at 6-6/W: the only open end is 6.");
        equal(refused.getOutlets().get(0).getAt(), "6-6/W");
        var removed = rounds.undoTurn(tag(played), game, 1, null, null, null).getRemoved().getTurn();
        var last = play(removed, turn("A", "1-6", "6-6/W"));
        var shown = new HandsShown().putHandsItem("B", new ShownHand().addTilesItem("4-6"));
        var finished = rounds.finishRound(tag(last), game, 1, shown, null, null, null);
        equal(finished.getScore().getTotals(), Map.of("A", 0, "B", 10));
    }

    /** Rounds as hands until the match is over, a correction, and one by somebody who comes too late. */
    void recordHands() throws ApiException {
        rounds.addRound(game, left("B", "A", new ShownHand().addTilesItem("0-1")), null, null, null, null);
        var over = rounds.addRound(game, left("A", "B", new ShownHand().pips(5)), null, null, null, null);
        equal(over.getScore().getWinners(), List.of("A"));
        var amended = rounds.amendRound(
            tag(over), game, 2, left("B", "A", new ShownHand().addTilesItem("0-2")), null, null, null);
        equal(amended.getScore().getTotals(), Map.of("A", 2, "B", 15));
        var late = left("B", "A", new ShownHand().addTilesItem("0-3"));
        var stale = refusal(412, () -> rounds.amendRound(tag(over), game, 2, late, null, null, null));
        equal(stale.getCode(), "stale_version");
    }

    void read() throws Exception {
        var table = standings.getStandings(club, Variant.CHICKENFOOT, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null);
        equal(table.getRows().get(0).getPlayer().getName(), "Ann");
        var file = standings.exportStandings(club, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null);
        check(Files.readString(file.toPath()).startsWith("rank,"), "a file of CSV");
        for (var names : List.of(seats("Ann", "Cem"), seats("Bob", "Cem"))) {
            games.createGame(club, new CreateGame().variant(Variant.BLOCK).seats(names), null);
        }
        Set<UUID> seen = new HashSet<>();
        String cursor = null;
        do {
            var page = games.listGames(club, null, null, null, null, null, null, null, null, null, null, 1, cursor, null);
            page.getItems().forEach(item -> seen.add(item.getId()));
            cursor = page.getNextCursor();
        } while (cursor != null);
        equal(seen.size(), 3);
    }

    /** Reads every example as its model, and writes it again. */
    void readExamples(String file) throws Exception {
        var mapper = client.getObjectMapper();
        for (var it : mapper.readTree(Files.readString(Path.of(file)))) {
            var model = Class.forName("org.openapitools.client.model." + it.get("schema").asText());
            var read = mapper.treeToValue(it.get("example"), model);
            equal(mapper.readValue(mapper.writeValueAsString(read), model), read);
        }
    }

    GameChange play(Turn... turns) throws ApiException {
        return rounds.addTurns(game, 1, new AddTurns().turns(List.of(turns)), null, null, null, null);
    }

    static Turn turn(String seat, String tile, String at) {
        return new Turn().seat(seat).play(new Play().tile(tile).at(at));
    }

    static RoundReport left(String out, String seat, ShownHand hand) {
        return new RoundReport(new HandsReport().ending(EndingWord.DOMINO).out(out).putHandsItem(seat, hand));
    }

    static List<SeatTaken> seats(String... names) {
        return List.of(names).stream().map(name -> new SeatTaken().name(name)).toList();
    }

    static String tag(GameChange change) {
        return '"' + change.getVersion().toString() + '"';
    }

    interface Attempt {
        void run() throws ApiException;
    }

    Problem refusal(int status, Attempt attempt) {
        try {
            attempt.run();
        } catch (ApiException refused) {
            equal(refused.getCode(), status);
            try {
                return client.getObjectMapper().readValue(refused.getResponseBody(), Problem.class);
            } catch (Exception unreadable) {
                throw new AssertionError(unreadable);
            }
        }
        throw new AssertionError("it was not refused");
    }

    static void equal(Object is, Object wanted) {
        check(wanted.equals(is), is + " is not " + wanted);
    }

    static void check(boolean is, String what) {
        if (!is) {
            throw new AssertionError(what);
        }
    }

    public static void main(String[] arguments) throws Exception {
        var drive = new Drive(arguments[0]);
        drive.create();
        drive.recordPlays();
        drive.recordHands();
        drive.read();
        drive.readExamples(arguments[1]);
    }
}
