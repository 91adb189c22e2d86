import java.io.File
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.util.UUID
import kotlinx.serialization.encodeToString
import kotlinx.serialization.json.*
import kotlinx.serialization.serializer
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.*

/** Keeps the score of a match with the models of openapi-generator for Kotlin, sent by what the JDK has. */
class Drive(private val url: String) {
    val json = Serializer.kotlinxSerializationJson
    private val client = HttpClient.newHttpClient()
    private var key: String? = null

    fun send(method: String, path: String, body: String? = null, vararg headers: String): HttpResponse<String> {
        val content = body?.let(HttpRequest.BodyPublishers::ofString) ?: HttpRequest.BodyPublishers.noBody()
        val request = HttpRequest.newBuilder(URI.create(url + path)).method(method, content)
        if (body != null) request.header("Content-Type", "application/json")
        if (key != null) request.header("Authorization", "Bearer $key")
        if (headers.isNotEmpty()) request.headers(*headers)
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString())
    }

    inline fun <reified T> read(answer: HttpResponse<String>, vararg statuses: Int): T {
        check(answer.statusCode() in statuses) { "${answer.statusCode()} ${answer.body()}" }
        return json.decodeFromString<T>(answer.body())
    }

    inline fun <reified B> change(method: String, path: String, body: B, vararg headers: String): GameChange =
        read(send(method, path, json.encodeToString(body), *headers), 200, 201)

    inline fun <reified B> refusal(status: Int, method: String, path: String, body: B, vararg headers: String): Problem =
        read(send(method, path, json.encodeToString(body), *headers), status)

    fun run() {
        val club = read<CreatedClub>(send("POST", "/v1/clubs", json.encodeToString(CreateClub(name = "Friday"))), 201)
        key = club.key
        val path = "/v1/clubs/${club.id}"

        // A game that is sent twice is made once.
        val rules = RulesetOverrides(
            handSize = mapOf("2" to 3),
            match = MatchOverrides(type = MatchType.rounds, rounds = 3),
        )
        val new = CreateGame(variant = Variant.chickenfoot, seats = seats("Ann", "Bob"), rules = rules)
        val create = { send("POST", "$path/games", json.encodeToString(new), "Idempotency-Key", "match-1") }
        val game = read<Game>(create(), 201)
        equal(read<Game>(create(), 201).id, game.id)

        recordPlays("/v1/games/${game.id}/rounds")
        recordHands("/v1/games/${game.id}/rounds")

        val table = read<Standings>(send("GET", "$path/standings?variant=chickenfoot"), 200)
        equal(table.rows.map { it.rank to it.player.name }, listOf(1 to "Ann", 2 to "Bob"))
        for (names in listOf(seats("Ann", "Cem"), seats("Bob", "Cem"))) {
            read<Game>(send("POST", "$path/games", json.encodeToString(CreateGame(seats = names, variant = Variant.block))), 201)
        }
        equal(pages(path).size, 3)
    }

    /** A round as plays, with a tile that does not fit and a turn that is taken back. */
    private fun recordPlays(rounds: String) {
        change<RoundReport>("POST", rounds, RoundReport.PlaysWrapper(PlaysReport(leader = "A")))
        val play = { turns: List<Turn> -> change("POST", "$rounds/1/turns", AddTurns(turns = turns)) }
        val played = play(
            listOf(turn("A", "6-6", "lead"), turn("B", "2-6", "6-6/N"), turn("A", "0-6", "6-6/E"), turn("B", "3-6", "6-6/S")),
        )
        val wrong = AddTurns(turns = listOf(turn("A", "1-5", "6-6/W")))
        val refused = refusal(422, "POST", "$rounds/1/turns", wrong)
        equal(refused.code, "no_match")
        equal(refused.detail, "1-5 does not fit at 6-6/W: the only open end is 6.")
        val undone = read<GameChange>(send("DELETE", "$rounds/1/turns/last", null, "If-Match", tag(played)), 200)
        val last = play(listOf(undone.removed!!.turn!!, turn("A", "1-6", "6-6/W")))
        val shown = HandsShown(hands = mapOf("B" to ShownHand(tiles = listOf("4-6"))))
        val finished = change("POST", "$rounds/1/finish", shown, "If-Match", tag(last))
        equal(finished.score!!.totals, mapOf("A" to 0, "B" to 10))
    }

    /** Rounds as hands until the match is over, a correction, and one by somebody who comes too late. */
    private fun recordHands(rounds: String) {
        change("POST", rounds, left("B", "A", ShownHand(tiles = listOf("0-1"))))
        val over = change("POST", rounds, left("A", "B", ShownHand(pips = 5)))
        equal(over.score!!.winners, listOf("A"))
        val amended = change("PUT", "$rounds/2", left("B", "A", ShownHand(tiles = listOf("0-2"))), "If-Match", tag(over))
        equal(amended.score!!.totals, mapOf("A" to 2, "B" to 15))
        val late = left("B", "A", ShownHand(tiles = listOf("0-3")))
        equal(refusal(412, "PUT", "$rounds/2", late, "If-Match", tag(over)).code, "stale_version")
    }

    private fun pages(path: String): Set<UUID> {
        val seen = mutableSetOf<UUID>()
        var cursor = ""
        while (true) {
            val page = read<GameSummaryPage>(send("GET", "$path/games?limit=1$cursor"), 200)
            seen += page.items.map { it.id }
            cursor = "&cursor=" + (page.nextCursor ?: return seen)
        }
    }

    /** Reads every example as its model, and writes it again. */
    fun readExamples(file: String) {
        for (it in json.parseToJsonElement(File(file).readText()).jsonArray.map { it.jsonObject }) {
            val name = it.getValue("schema").jsonPrimitive.content
            val model = json.serializersModule.serializer(Class.forName("org.openapitools.client.models.$name"))
            val example = it.getValue("example").jsonObject
            val read = json.decodeFromJsonElement(model, example)
            val written = json.encodeToJsonElement(model, read).jsonObject
            check(written.keys.containsAll(example.keys)) { "$written is less than $example" }
            equal(json.decodeFromJsonElement(model, written), read)
        }
    }

    private fun turn(seat: String, tile: String, at: String) = Turn(seat = seat, play = Play(tile = tile, at = at))

    private fun left(out: String, seat: String, hand: ShownHand): RoundReport =
        RoundReport.HandsWrapper(HandsReport(ending = EndingWord.domino, out = out, hands = mapOf(seat to hand)))

    private fun seats(vararg names: String) = names.map { SeatTaken(name = it) }

    private fun tag(change: GameChange) = "\"${change.version}\""

    private fun equal(actual: Any?, wanted: Any?) = check(actual == wanted) { "$actual is not $wanted" }
}

fun main(arguments: Array<String>) {
    Drive(arguments[0]).apply {
        run()
        readExamples(arguments[1])
    }
}
