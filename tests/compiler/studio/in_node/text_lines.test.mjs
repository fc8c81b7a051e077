// The outline of a text, and the lines in which two texts differ.

import assert from "node:assert/strict";
import test from "node:test";
import { differences, outline } from "../../../../compiler/studio/app/text_lines.js";

const said = (/** @type {string} */ before, /** @type {string} */ after) => differences(before, after).map(({ sign, line, number }) => `${number}${sign}${line}`);

test("the same texts differ nowhere", () => assert.deepEqual(said("a\nb", "a\nb"), []));

test("lines that are new, gone and changed, by the lines of the new text", () => {
  assert.deepEqual(said("a\nb\nc", "a\nx\nb\nc"), ["2+x"]);
  assert.deepEqual(said("a\nb\nc", "a\nc"), ["2-b"]);
  assert.deepEqual(said("a\nb\nc\nd", "a\nB\nc\nD"), ["2-b", "2+B", "4-d", "4+D"]);
  assert.deepEqual(said("", "a"), ["1-", "1+a"]);
});

test("texts that differ by very many lines are told whole", () => {
  const [before, after] = ["x", "y"].map((sign) => Array.from({ length: 3_000 }, (_, at) => `${sign}${at}`).join("\n"));
  assert.equal(differences(before, after).length, 6_000);
});

test("what begins in a file of law, of cases and of data", () => {
  assert.deepEqual(outline("01.law", 'chapter [1] "Ebb"\n\nrule tide.low [1]\n  when x\n# no\n'), [[1, 'chapter [1] "Ebb"'], [3, "rule tide.low [1]"]]);
  assert.deepEqual(outline("cases/a.cases.yaml", "cases:\n  - id: a.b\n    ask: 1\n  - id: a.c\n"), [[2, "a.b"], [4, "a.c"]]);
  assert.deepEqual(outline("module.yaml", "# x\nmodule: a\nsources:\n  RB: {}\n"), [[2, "module: a"], [3, "sources:"]]);
});
