// Writes beside the bundle what it was made of, so that a test without node can tell whether it is of these sources.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const names = [...readdirSync(".").filter((name) => name.endsWith(".js")), "package.json", "package-lock.json"].sort();
const hash = (data) => createHash("sha256").update(data).digest("hex");
const parts = names.flatMap((name, i) => [...(i ? [Buffer.from("\0")] : []), Buffer.from(`${name}\0`), readFileSync(name)]);
const page = readdirSync("../page").filter((name) => name.endsWith(".js")).sort();
const bundles = Object.fromEntries(page.map((name) => [name, hash(readFileSync(`../page/${name}`))]));
writeFileSync("../page/built.json", `${JSON.stringify({ sources: hash(Buffer.concat(parts)), bundles }, null, 1)}\n`);
