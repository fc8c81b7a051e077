// What answers a published page: Hexlaw in Pyodide. Its large parts lie packed in `machine/`, so that any host will do.

const here = new URL("./machine/", import.meta.url).href;
const began = performance.now();

const BEGIN = `
import os, sys
for folder, _, names in os.walk("/machine"):
    for name in names:
        if name.endswith(".py"):
            os.utime(os.path.join(folder, name), (0, 0))  # by which Python knows whether what it compiled is of this text
sys.dont_write_bytecode = False
sys.path.insert(0, "/machine")`;

/** @param {string} at */
const say = (at) => postMessage({ at, ms: Math.round(performance.now() - began) });

/** Fetches a part and unpacks it. @param {string} name @param {string} type */
async function unpacked(name, type) {
  const got = await fetch(here + name);
  if (!got.ok || !got.body) throw new Error(`${name}: ${got.status}`);
  return new Response(got.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
}

/** What Python compiled on the last visit, kept by the browser: where that keeps nothing, it is compiled again.
 * @param {string} digest @returns {Promise<[Cache | null, ArrayBuffer | null]>} */
async function kept(digest) {
  try {
    const cache = await caches.open("hexlaw");
    const found = await cache.match(here + digest);
    return [cache, found ? await found.arrayBuffer() : null];
  } catch {
    return [null, null];
  }
}

async function begin() {
  const [wasm, code] = [unpacked("core.wasm.bin", "application/wasm"), unpacked("core.mjs.bin", "text/javascript")];
  const archive = fetch(here + "machine.zip").then((got) => got.arrayBuffer());
  const plain = globalThis.fetch;
  globalThis.fetch = (what, how) => (String(what).endsWith(".wasm") ? wasm : plain(what, how));
  const core = URL.createObjectURL(new Blob([await (await code).arrayBuffer()], { type: "text/javascript" }));
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([import(`${here}pyodide.mjs`), import(core)]);
  const [lockFileContents, of] = await Promise.all(["lock.json", "begin.json"].map(async (name) => (await plain(here + name)).json()));
  const [cache, before] = await kept(of.digest);
  const python = await loadPyodide({ indexURL: here, packageBaseUrl: here, createPyodideModule, lockFileContents });
  say("core");
  for (const zip of [await archive, before]) if (zip) python.unpackArchive(zip, "zip", { extractDir: "/machine" });
  python.runPython(BEGIN);
  say("unpacked");
  const page = python.pyimport("hexlaw.compiler.studio.in_page");
  const answer = page.opened(...of.asked);
  say("ready");
  if (cache && !before) setTimeout(() => keep(cache, of.digest, page.compiled("/machine").toJs()), 8000);
  return answer;
}

/** @param {Cache} cache @param {string} digest @param {Uint8Array<ArrayBuffer>} zip */
async function keep(cache, digest, zip) {
  for (const old of await cache.keys()) if (old.url.startsWith(here)) await cache.delete(old);
  await cache.put(here + digest, new Response(zip));
}

const ready = begin();
ready.catch((problem) => postMessage({ failed: problem.message }));
onmessage = async ({ data }) => {
  const answer = await ready.catch(() => null);
  try {
    answer(data, (/** @type {string} */ text) => postMessage(text));
  } catch (problem) {
    const refused = `the machine has failed: ${String(problem).trim().split("\n").at(-1)}`;
    postMessage(JSON.stringify({ number: parseInt(data), refused, help: null }));
  }
};
