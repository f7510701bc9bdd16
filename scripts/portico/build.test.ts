import { expect, test } from "vitest";
import { buildCommand } from "./build.ts";
import { runPortico } from "./runPortico.ts";
import type { Shell } from "./shell.ts";

test("build lists the apps, and refuses others before it generates anything", async () => {
  const [lines, errors]: [string[], string[]] = [[], []];
  const shell: Shell = {
    env: {},
    runFile: "",
    stateFolder: "",
    print: (line) => void lines.push(line),
    printError: (line) => void errors.push(line),
    input: process.stdin,
    output: process.stdout,
    onStore: () => Promise.reject(new Error("needs no database")),
  };
  const run = (...args: string[]) => runPortico(shell, args, { commands: [buildCommand] });
  expect(await run("build", "--help")).toBe(0);
  expect(lines.join("\n")).toMatch(
    /--out <folder>[^]*api, connect, dashboard, explorer, docs, indexer, mcp, mock, portico/,
  );
  lines.length = 0;
  expect(await run("build", "api", "apple")).toBe(1);
  expect([lines, errors.join("\n")]).toEqual([[], expect.stringContaining("'apple' is not an app: api, connect")]);
});
