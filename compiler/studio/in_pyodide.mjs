// Runs code of Python in Pyodide, with the files of the machine: node in_pyodide.mjs PYODIDE STAGE CODE
import { pathToFileURL } from "node:url";
const [, , place, stage, code] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${place}/pyodide.mjs`));
const fsInit = (files) => {
  files.mkdirTree("/machine");
  files.mount(files.filesystems.NODEFS, { root: stage }, "/machine");
};
const env = { PYTHONPATH: "/machine", PYTHONDONTWRITEBYTECODE: "1" };
try {
  (await loadPyodide({ indexURL: place, env, fsInit })).runPython(code);
} catch (problem) {
  console.error(problem.message);
  process.exit(1);
}
