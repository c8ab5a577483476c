"use strict";

// Starts `wcreplay lsp` and connects it to the open records; everything else is done by the server.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const [command, ...args] = workspace.getConfiguration("wcreplay").get("command");
  const selector = [{ language: "wcreplay" }];
  client = new LanguageClient("wcreplay", "wcreplay", { command, args }, { documentSelector: selector });
  return client.start();
};

exports.deactivate = () => client?.stop();
