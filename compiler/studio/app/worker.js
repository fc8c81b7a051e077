// What answers a published page: Hexlaw in Pyodide. Its large parts lie packed in `machine/`, so that any host will do.

const here = new URL("./machine/", import.meta.url).href;
const began = performance.now();

/** @param {string} at */
const say = (at) => postMessage({ at, ms: Math.round(performance.now() - began) });

/** Fetches a part and unpacks it. @param {string} name @param {string} type */
async function unpacked(name, type) {
  const got = await fetch(here + name);
  if (!got.ok || !got.body) throw new Error(`${name}: ${got.status}`);
  return new Response(got.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
}

async function begin() {
  const [wasm, code] = [unpacked("core.wasm.bin", "application/wasm"), unpacked("core.mjs.bin", "text/javascript")];
  const archive = fetch(here + "machine.zip").then((got) => got.arrayBuffer());
  const plain = globalThis.fetch;
  globalThis.fetch = (what, how) => (String(what).endsWith(".wasm") ? wasm : plain(what, how));
  const core = URL.createObjectURL(new Blob([await (await code).arrayBuffer()], { type: "text/javascript" }));
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([import(`${here}pyodide.mjs`), import(core)]);
  const [lockFileContents, of] = await Promise.all(["lock.json", "module.json"].map(async (name) => (await plain(here + name)).json()));
  const python = await loadPyodide({ indexURL: here, packageBaseUrl: here, createPyodideModule, lockFileContents });
  say("core");
  python.unpackArchive(await archive, "zip", { extractDir: "/machine" });
  python.runPython("import sys; sys.path.insert(0, '/machine')");
  say("unpacked");
  const answer = python.pyimport("hexlaw.compiler.studio.in_page").opened(...of);
  say("ready");
  return answer;
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
