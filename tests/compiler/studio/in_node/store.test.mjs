// What a page knows is brought from version to version; what does not follow is left.

import assert from "node:assert/strict";
import test from "node:test";
import { brought, EMPTY } from "../../../../compiler/studio/app/store.js";

const begun = /** @type {any} */ (brought(EMPTY, { version: 4, had: 0, values: { who: "reds", log: ["a", "b", "c"] }, edits: {}, gone: [] }));

test("all is taken in where nothing was known", () => assert.deepEqual(begun, { version: 4, data: { who: "reds", log: ["a", "b", "c"] } }));

test("lists are edited from the last place to the first, and what is gone is gone", () => {
  const next = { version: 5, had: 4, values: { asks: "which" }, edits: { log: /** @type {any} */ ([[3, 3, ["d", "e"]], [0, 2, ["x"]]]) }, gone: ["who"] };
  assert.deepEqual(brought(begun, next), { version: 5, data: { asks: "which", log: ["x", "c", "d", "e"] } });
});

test("a text that has moved is put together from where it stood", () => {
  const log = /** @type {any} */ ([[1, 2, [[2, 0, 0, "<"], "x", [0, 1, 1, ">"]]]]);
  assert.deepEqual(brought(begun, { version: 5, had: 4, values: {}, edits: { log }, gone: [] })?.data.log, ["a", "<c", "x", "a>", "c"]);
});

test("what was known before stays as it was", () => assert.deepEqual(begun.data.log, ["a", "b", "c"]));

test("what differs from another version is not taken in", () => assert.equal(brought(begun, { version: 9, had: 8, values: {}, edits: {}, gone: [] }), null));

test("a whole state takes the place of all", () => {
  assert.deepEqual(brought(begun, { version: 6, had: 0, values: { over: true }, edits: {}, gone: [] }), { version: 6, data: { over: true } });
});
