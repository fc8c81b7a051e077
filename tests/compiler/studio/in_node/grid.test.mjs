// A cell of a chart is changed in its text, and nothing else is.

import assert from "node:assert/strict";
import test from "node:test";
import { gridOf, withCell, withColumn, withRow } from "../../../../compiler/studio/app/grid_text.js";

const UNITS = 'id,  name,     speed\r\ngig, "Gig, old",  4\r\nraft,Raft\r\n';
const FARES = "table: fares\nacross: [calm, rough]\nrows:\n  child: [1,   1/2]  # half\n  crew:  [{is: 3, note: \"a, b\"}, \"-\"]\n";

/** @param {string} path @param {string} text @returns {any} */
const grid = (path, text) => gridOf(path, text);
const values = (/** @type {any} */ { rows }) => rows.map((/** @type {any} */ cells) => cells.map((/** @type {any} */ { value }) => value));

test("a unit list is read by its fields", () => {
  const { heads, ...rest } = grid("units/u.csv", UNITS);
  assert.deepEqual(heads, ["id", "name", "speed"]);
  assert.deepEqual(values(rest), [["gig", '"Gig, old"', "4"], ["raft", "Raft"]]);
});

test("one field is changed, and spaces, quotes and line ends stay", () => {
  const found = grid("units/u.csv", UNITS);
  assert.equal(withCell(UNITS, found, 0, 2, "5"), UNITS.replace("  4", "  5"));
  assert.equal(withCell(UNITS, found, 1, 2, "1/2"), UNITS.replace("Raft\r", "Raft,1/2\r"));
  assert.equal(withCell(UNITS, found, 0, 0, 'a,"b'), UNITS.replace("gig,", '"a,""b",'));
  assert.equal(withRow(UNITS, found), `${UNITS}new-row,,\r\n`);
});

test("a column is named behind the others, and the rows stay", () => {
  const wider = withColumn(UNITS, grid("units/u.csv", UNITS), "berth");
  assert.equal(wider, UNITS.replace("speed", "speed,berth"));
  const found = grid("units/u.csv", wider);
  assert.equal(withCell(wider, found, 0, 3, "pier"), wider.replace("  4", "  4,pier"));
  assert.equal(withCell(wider, found, 1, 3, "pier"), wider.replace("Raft\r", "Raft,,pier\r"));
  const behind = "\ufeffid;name; \na;b\n";
  assert.equal(withColumn(behind, grid("units/u.csv", behind), "speed"), "\ufeffid;name;speed; \na;b\n");
});

test("semicolons and tabs separate, too, and a text over two lines is left to the editor", () => {
  assert.deepEqual(values(grid("units/u.csv", "id;name\na;b,c\n")), [["a", "b,c"]]);
  assert.equal(gridOf("units/u.csv", 'id,name\na,"b\nc"\n'), null);
});

test("a table is read by its rows, with remarks and cells that say more", () => {
  const found = grid("tables/fares.yaml", FARES);
  assert.deepEqual(found.heads, ["", "calm", "rough"]);
  assert.deepEqual(values(found), [["child", "1", "1/2"], ["crew", '{is: 3, note: "a, b"}', '"-"']]);
  assert.equal(withCell(FARES, found, 0, 2, "2"), FARES.replace("1/2", "2"));
  assert.deepEqual(values(grid("tables/wear.yaml", "rows:\n  1: 0\n  2-3: 1 # low\n")), [["1", "0"], ["2-3", "1"]]);
  assert.equal(gridOf("style.yaml", "a: 1\n"), null);
});
