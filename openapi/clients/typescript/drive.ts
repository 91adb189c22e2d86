/** Keeps the score of a match through the client of openapi-typescript and openapi-fetch. */

import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Turn = components["schemas"]["Turn"];

const baseUrl = process.argv[2];
const stranger = createClient<paths>({ baseUrl });

const made = await stranger.POST("/v1/clubs", { body: { name: "Friday" } });
assert(made.data);
const club = { club: made.data.id };
const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${made.data.key}` } });

// A game that is sent twice is made once.
const create = () =>
  api.POST("/v1/clubs/{club}/games", {
    params: { path: club, header: { "Idempotency-Key": "match-1" } },
    body: {
      variant: "chickenfoot",
      seats: [{ name: "Ann" }, { name: "Bob" }],
      rules: { hand_size: { "2": 3 }, match: { type: "rounds", rounds: 3 } },
    },
  });
const first = await create();
const again = await create();
assert(first.data && again.data);
assert.equal(again.data.id, first.data.id);
assert.equal(again.response.headers.get("Idempotent-Replayed"), "true");
const game = { game: first.data.id };
const round = (number: number) => ({ ...game, round: number });

// A round as plays, with a tile that does not fit and a turn that is taken back.
const turns: Turn[] = [
  { seat: "A", play: { tile: "6-6", at: "lead" } },
  { seat: "B", play: { tile: "2-6", at: "6-6/N" } },
  { seat: "A", play: { tile: "0-6", at: "6-6/E" } },
  { seat: "B", play: { tile: "3-6", at: "6-6/S" } },
];
assert((await api.POST("/v1/games/{game}/rounds", { params: { path: game }, body: { detail: "plays", leader: "A" } })).data);
const play = (...turns: Turn[]) =>
  api.POST("/v1/games/{game}/rounds/{round}/turns", { params: { path: round(1) }, body: { turns } });
const played = await play(...turns);
assert(played.data);
const refused = await play({ seat: "A", play: { tile: "1-5", at: "6-6/W" } });
assert(refused.error);
assert.equal(refused.error.code, "no_match");
assert.equal(refused.error.detail, "1-5 does not fit at 6-6/W: the only open end is 6.");
assert.equal(refused.error.outlets?.[0]?.at, "6-6/W");
const undone = await api.DELETE("/v1/games/{game}/rounds/{round}/turns/last", {
  params: { path: round(1), header: { "If-Match": `"${played.data.version}"` } },
});
const removed = undone.data?.removed?.turn;
assert(removed);
assert.equal(removed.play?.tile, "3-6");
const last = await play(removed, { seat: "A", play: { tile: "1-6", at: "6-6/W" } });
assert(last.data);
const finished = await api.POST("/v1/games/{game}/rounds/{round}/finish", {
  params: { path: round(1), header: { "If-Match": `"${last.data.version}"` } },
  body: { hands: { B: { tiles: ["4-6"] } } },
});
assert.deepEqual(finished.data?.score?.totals, { A: 0, B: 10 });

// Rounds as hands, until the match is over.
type Hands = components["schemas"]["HandsReport"];
const left = (tiles: string[]): Hands => ({ detail: "hands", ending: "domino", out: "B", hands: { A: { tiles } } });
const report = (body: Hands) => api.POST("/v1/games/{game}/rounds", { params: { path: game }, body });
assert((await report(left(["0-1"]))).data);
const over = await report({ detail: "hands", ending: "domino", out: "A", hands: { B: { pips: 5 } } });
assert.deepEqual([over.data?.score?.status, over.data?.score?.winners], ["finished", ["A"]]);

// A correction by whoever read the game last; a second one by somebody who did not is refused.
const version = `"${over.data?.version}"`;
const amend = (body: Hands) =>
  api.PUT("/v1/games/{game}/rounds/{round}", {
    params: { path: round(2), header: { "If-Match": version } },
    body,
  });
assert.deepEqual((await amend(left(["0-2"]))).data?.score?.totals, { A: 2, B: 15 });
const stale = await amend(left(["0-3"]));
assert.deepEqual([stale.response.status, stale.error?.code], [412, "stale_version"]);

const state = await api.GET("/v1/games/{game}", { params: { path: game } });
assert.equal(state.data?.score?.text, "Ann won (Ann 2, Bob 15)");
const standings = await api.GET("/v1/clubs/{club}/standings", {
  params: { path: club, query: { variant: "chickenfoot" } },
});
assert.deepEqual(standings.data?.rows.map((row) => [row.rank, row.player.name]), [[1, "Ann"], [2, "Bob"]]);
const table = await api.GET("/v1/clubs/{club}/standings.csv", { params: { path: club }, parseAs: "text" });
assert.match(table.data as string, /^rank,/);
const log = await api.GET("/v1/games/{game}/log", { params: { path: game } });
assert.equal(log.data?.items.at(-1)?.event, "round_amended");

// Pages of one game each.
for (const seats of [["Ann", "Cem"], ["Bob", "Cem"]]) {
  const body = { variant: "block" as const, seats: seats.map((name) => ({ name })) };
  assert((await api.POST("/v1/clubs/{club}/games", { params: { path: club }, body })).data);
}
const seen = new Set<string>();
let cursor: string | undefined;
do {
  const page = await api.GET("/v1/clubs/{club}/games", { params: { path: club, query: { limit: 1, cursor } } });
  assert(page.data);
  page.data.items.forEach((game) => seen.add(game.id));
  cursor = page.data.next_cursor;
} while (cursor);
assert.equal(seen.size, 3);
