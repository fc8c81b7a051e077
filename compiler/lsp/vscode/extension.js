// The client of `hexlaw lsp` in VS Code: it starts the server, and names the files that are sent to it.

import { window, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

/** @type {LanguageClient | undefined} */
let client;

export async function activate() {
  const command = workspace.getConfiguration("hexlaw").get("command", "hexlaw");
  client = new LanguageClient("hexlaw", "Hexlaw", { command, args: ["lsp"] }, {
    documentSelector: [{ scheme: "file", language: "hexlaw" }, { scheme: "file", pattern: "**/*.{yaml,csv}" }],
  });
  try {
    await client.start();
  } catch (problem) {
    window.showErrorMessage(`Hexlaw: ${command} lsp does not start (${problem.message}). pip install 'hexlaw[lsp]' brings it; the setting hexlaw.command says where it is.`);
  }
}

export const deactivate = () => client?.stop();
