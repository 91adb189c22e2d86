/** Keeps the score of a match through the client of hey-api. */

import assert from "node:assert/strict";
import * as api from "./client/index.js";
import { client } from "./client/client.gen.js";

const baseUrl = process.argv[2];
client.setConfig({ baseUrl });
const { data: club } = await api.createClub({ body: { name: "Friday" }, throwOnError: true });
client.setConfig({ baseUrl, auth: club.key });

// A game that is sent twice is made once.
const create = () =>
  api.createGame({
    path: { club: club.id },
    headers: { "Idempotency-Key": "match-1" },
    body: {
      variant: "chickenfoot",
      seats: [{ name: "Ann" }, { name: "Bob" }],
      rules: { hand_size: { "2": 3 }, match: { type: "rounds", rounds: 3 } },
    },
    throwOnError: true,
  });
const { data: made } = await create();
const again = await create();
assert.equal(again.data.id, made.id);
assert.equal(again.response.headers.get("Idempotent-Replayed"), "true");
const game = { game: made.id };

// A round as plays, with a tile that does not fit and a turn that is taken back.
await api.addRound({ path: game, body: { detail: "plays", leader: "A" }, throwOnError: true });
const play = (...turns: api.Turn[]) => api.addTurns({ path: { ...game, round: 1 }, body: { turns } });
const played = await play(
  { seat: "A", play: { tile: "6-6", at: "lead" } },
  { seat: "B", play: { tile: "2-6", at: "6-6/N" } },
  { seat: "A", play: { tile: "0-6", at: "6-6/E" } },
  { seat: "B", play: { tile: "3-6", at: "6-6/S" } },
);
assert(played.data);
const refused = await play({ seat: "A", play: { tile: "1-5", at: "6-6/W" } });
assert(refused.error);
assert.equal(refused.error.code, "no_match");
assert.equal(refused.error.detail, "1-5 does not fit at 6-6/W: the only open end is 6.");
const undone = await api.undoTurn({
  path: { ...game, round: 1 },
  headers: { "If-Match": `"${played.data.version}"` },
  throwOnError: true,
});
const removed = undone.data.removed?.turn;
assert(removed);
const last = await play(removed, { seat: "A", play: { tile: "1-6", at: "6-6/W" } });
const finished = await api.finishRound({
  path: { ...game, round: 1 },
  headers: { "If-Match": `"${last.data?.version}"` },
  body: { hands: { B: { tiles: ["4-6"] } } },
  throwOnError: true,
});
assert.deepEqual(finished.data.score?.totals, { A: 0, B: 10 });

// Rounds as hands, until the match is over.
const left = (tiles: string[]): api.RoundReport =>
  ({ detail: "hands", ending: "domino", out: "B", hands: { A: { tiles } } });
await api.addRound({ path: game, body: left(["0-1"]), throwOnError: true });
const over = await api.addRound({
  path: game,
  body: { detail: "hands", ending: "domino", out: "A", hands: { B: { pips: 5 } } },
  throwOnError: true,
});
assert.deepEqual(over.data.score?.winners, ["A"]);

// A correction by whoever read the game last; a second one by somebody who did not is refused.
const amend = (body: api.RoundReport) =>
  api.amendRound({ path: { ...game, round: 2 }, headers: { "If-Match": `"${over.data.version}"` }, body });
assert.deepEqual((await amend(left(["0-2"]))).data?.score?.totals, { A: 2, B: 15 });
const stale = await amend(left(["0-3"]));
assert.deepEqual([stale.response?.status, stale.error?.code], [412, "stale_version"]);

const standings = await api.getStandings({
  path: { club: club.id },
  query: { variant: "chickenfoot" },
  throwOnError: true,
});
assert.deepEqual(standings.data.rows.map((row) => [row.rank, row.player.name]), [[1, "Ann"], [2, "Bob"]]);
const table = await api.exportStandings({ path: { club: club.id }, parseAs: "text", throwOnError: true });
assert.match(String(table.data), /^rank,/);

// Pages of one game each.
for (const seats of [["Ann", "Cem"], ["Bob", "Cem"]]) {
  const body = { variant: "block" as const, seats: seats.map((name) => ({ name })) };
  await api.createGame({ path: { club: club.id }, body, throwOnError: true });
}
const seen = new Set<string>();
let cursor: string | undefined;
do {
  const { data } = await api.listGames({ path: { club: club.id }, query: { limit: 1, cursor }, throwOnError: true });
  data.items.forEach((game: api.GameSummary) => seen.add(game.id));
  cursor = data.next_cursor;
} while (cursor);
assert.equal(seen.size, 3);
