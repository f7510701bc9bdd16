import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { findAccessKey, findOauthClient, hashClientSecret } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, expect, test } from "vitest";
import { createTestShell } from "./testing/createTestShell.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const NAMES = [
  "PORTICO_CONNECT_KEYS",
  "PORTICO_MCP_SECRET",
  "PORTICO_API_KEY",
  "PORTICO_EXPLORER_KEY",
  "PORTICO_DASHBOARD_CLIENT_ID",
  "PORTICO_DASHBOARD_CLIENT_SECRET",
  "PORTICO_EXPLORER_CLIENT_ID",
  "PORTICO_EXPLORER_CLIENT_SECRET",
];

const run = (env: NodeJS.ProcessEnv, ...args: string[]) => createTestShell(db, { env })("setup", ...args);

test("the services' secrets are printed, work, and are kept while they work", async () => {
  const { lines } = await run({ PORTICO_EXPLORER_URL: "https://explorer.example" });
  const first = parseEnv(lines.join("\n"));
  expect(Object.keys(first).toSorted()).toEqual(NAMES.toSorted());
  expect(first["PORTICO_CONNECT_KEYS"]!.length).toBeGreaterThanOrEqual(32);
  expect(first["PORTICO_MCP_SECRET"]!.length).toBeGreaterThanOrEqual(32);
  expect(await findAccessKey(db, first["PORTICO_EXPLORER_KEY"]!)).toMatchObject({ isWalletEnabled: true });
  const client = await findOauthClient(db, first["PORTICO_EXPLORER_CLIENT_ID"]!);
  expect(client).toMatchObject({
    redirectUris: ["https://explorer.example/auth/callback"],
    secretHashes: [hashClientSecret(first["PORTICO_EXPLORER_CLIENT_SECRET"]!)],
  });
  const again = parseEnv((await run({ ...first, PORTICO_EXPLORER_URL: "https://other.example" })).lines.join("\n"));
  const changed = NAMES.filter((name) => again[name] !== first[name]);
  expect(changed).toEqual(["PORTICO_EXPLORER_CLIENT_ID", "PORTICO_EXPLORER_CLIENT_SECRET"]);
  const moved = await findOauthClient(db, again["PORTICO_EXPLORER_CLIENT_ID"]!);
  expect(moved?.app.id).toBe(client?.app.id);
});

test("a file keeps its other lines, and is readable only by its owner", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "portico-setup-")), "secrets.env");
  writeFileSync(file, "# ours\nPORTICO_OPERATORS=0x01\n");
  expect(await run({}, file)).toMatchObject({ code: 0, lines: [`8 secrets of the services are in ${file}`] });
  const text = readFileSync(file, "utf8");
  expect(text.split("\n").slice(0, 2)).toEqual(["# ours", "PORTICO_OPERATORS=0x01"]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await run({}, file);
  expect(readFileSync(file, "utf8")).toBe(text);
});

test("a wrong URL and a folder that doesn't exist are named", async () => {
  const wrong = await run({ PORTICO_DASHBOARD_URL: "https://a.example/dashboard" });
  expect(wrong).toMatchObject({ code: 1, lines: [] });
  expect(wrong.errors).toContain("PORTICO_DASHBOARD_URL must be https://host, without a path");
  expect((await run({}, "/nowhere/secrets.env")).errors).toContain("/nowhere/secrets.env can't be written");
});
