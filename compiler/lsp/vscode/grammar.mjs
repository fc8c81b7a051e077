// Writes how VS Code colours law: as the studio does (compiler/studio/app/law_mode.js), with the words of the grammar that
// `hexlaw lsp --keywords` prints.

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";

const keywords = execFileSync(process.env.HEXLAW ?? "hexlaw", ["lsp", "--keywords"], { encoding: "utf8" }).trim().split("\n");
const words = keywords.flatMap((each) => each.split(" ")).sort((a, b) => b.length - a.length);
const patterns = [
  { name: "string.unquoted.prose.hexlaw", match: "^\\|.*" },
  { name: "keyword.control.section.hexlaw", match: "^section(?= |$).*" },
  { name: "comment.line.hexlaw", match: "#.*" },
  { name: "string.quoted.double.hexlaw", match: '"[^"]*"?' },
  { name: "entity.other.citation.hexlaw", match: "\\[[^\\]]*\\]?" },
  { name: "constant.numeric.hexlaw", match: "\\b\\d+(/\\d+)?(?![\\w-])" },
  { name: "keyword.control.hexlaw", match: `(?<![\\w.-])(${[...new Set(words)].join("|")})(?![\\w-])` },
  { name: "entity.name.function.hexlaw", match: "[A-Za-z_][\\w-]*(?=\\()" },
];
mkdirSync("built", { recursive: true });
writeFileSync("built/hexlaw.tmLanguage.json", JSON.stringify({ name: "Hexlaw", scopeName: "source.hexlaw", patterns }, null, 1) + "\n");
