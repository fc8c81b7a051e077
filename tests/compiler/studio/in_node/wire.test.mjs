// Questions and answers find one another; of what is asked while one is answered, the newest is asked next.

import assert from "node:assert/strict";
import test from "node:test";
import { newest, Wire } from "../../../../compiler/studio/app/wire.js";

/** A line that keeps what is sent, and says what it is made to. */
function lined() {
  const sent = /** @type {string[]} */ ([]);
  const line = /** @type {any} */ ({ sent });
  const wire = new Wire((hear, changed) => (Object.assign(line, { hear, changed }), { send: (text) => void sent.push(text), anew: () => {} }), () => {});
  return { wire, line };
}

test("answers come to those who asked, in any order", async () => {
  const { wire, line } = lined();
  const [one, other] = [wire.ask("open"), wire.ask("look", { had: 2 })];
  assert.deepEqual(line.sent, ['1 {"do":"open"}', '2 {"do":"look","had":2}']);
  line.hear({ number: 2, value: "second" });
  line.hear({ number: 1, value: "first" });
  assert.deepEqual(await Promise.all([one.promise, other.promise]), ["first", "second"]);
});

test("what is told on the way comes before the answer", async () => {
  const { wire, line } = lined();
  const told = /** @type {any[]} */ ([]);
  const asked = wire.ask("type", {}, (data) => told.push(data));
  for (const step of ["a", "b"]) line.hear({ number: 1, told: step });
  line.hear({ number: 1, value: "c" });
  assert.equal(await asked.promise, "c");
  assert.deepEqual(told, ["a", "b"]);
});

test("a refusal says what to do", async () => {
  const { wire, line } = lined();
  const { promise } = wire.ask("open");
  line.hear({ number: 1, refused: "no", help: "try again" });
  await assert.rejects(promise, { message: "no; try again" });
});

test("all that waits is refused when the machine ends", async () => {
  const { wire, line } = lined();
  const { promise } = wire.ask("open");
  line.changed(false);
  await assert.rejects(promise, { message: "it was ended before it answered" });
});

test("the newest of what came meanwhile is done, and no other", async () => {
  const [done, waits] = [/** @type {number[]} */ ([]), /** @type {(() => void)[]} */ ([])];
  const work = newest(async (/** @type {number} */ one) => (await new Promise((go) => waits.push(() => go(null))), void done.push(one)));
  const all = [work(1), work(2), work(3)];
  for (let n = 0; n < 2; n += 1) (waits.shift()?.(), await new Promise((go) => setTimeout(go)));
  await Promise.all(all);
  assert.deepEqual(done, [1, 3]);
});
