import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { freePort } from "@portico/store/testing";
import { afterAll, expect, test } from "vitest";
import { checkOut } from "./checkout.ts";

const scratch = mkdtempSync(join(tmpdir(), "portico-dev-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const text = (url: string): Promise<string> =>
  fetch(url)
    .then((response) => response.text())
    .catch(() => ""); // not started yet, or restarting

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 100));
}

test("under dev, an edit of the spec updates the types, the mock and the docs, and a signal to it alone ends everything", async () => {
  const { folder, env } = checkOut(join(scratch, "project"));
  const [api, connect, docs, mock] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const ports = {
    PORTICO_API_PORT: String(api),
    PORTICO_CONNECT_PORT: String(connect),
    PORTICO_DOCS_PORT: String(docs),
    PORTICO_MOCK_PORT: String(mock),
  };
  const PATH = `${join(folder, "node_modules/.bin")}${delimiter}${process.env["PATH"]}`;
  const child = spawn("node", ["scripts/dev.ts"], {
    cwd: folder,
    env: { ...env, ...ports, PATH, DATABASE_URL: "" },
    stdio: "ignore",
  });
  await until(async () => (await text(`http://127.0.0.1:${docs}`)) !== "");

  const file = join(folder, "spec/schemas/Chain.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace(/^description: /m, "description: Seen at once. "));
  await until(async () => (await text(`http://127.0.0.1:${docs}/reference`)).includes("Seen at once."));
  await until(async () => (await text(`http://127.0.0.1:${mock}/healthz`)) !== "");
  await until(async () => (await text(`http://127.0.0.1:${api}/healthz`)) !== "");
  await until(async () => (await text(`http://127.0.0.1:${connect}/connections`)).includes("<html"));
  expect(readFileSync(join(folder, "packages/contract/generated/wire.ts"), "utf8")).toContain("Seen at once.");

  const exited = once(child, "exit");
  const runFile = join(folder, ".portico/run.json");
  expect(JSON.parse(readFileSync(runFile, "utf8"))).toMatchObject({ apiUrl: `http://127.0.0.1:${api}` });
  child.kill("SIGINT");
  await exited;
  expect(existsSync(runFile)).toBe(false);
  expect(await Promise.all([api, connect, docs, mock].map((port) => text(`http://127.0.0.1:${port}/`)))).toEqual([
    "",
    "",
    "",
    "",
  ]);
});
