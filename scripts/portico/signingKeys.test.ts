import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createConnect, type Connect } from "@portico/connect";
import { TestUser } from "@portico/connect/testing";
import { createOauthApp, createOauthClient } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { createPrinter } from "./testing/createTestShell.ts";

const { db, url, drop } = await createTestDatabase();
afterAll(drop);

const CALLBACK = "http://127.0.0.1:9/callback";
const print = createPrinter(db);
const command = (...args: string[]) => print("signing-keys", ...args);

/** Simulates the passing of time. */
const pass = async (seconds: number): Promise<void> => {
  await sql`update connect_key set created_at = created_at - make_interval(secs => ${seconds}),
    retired_at = retired_at - make_interval(secs => ${seconds})`.execute(db);
};

test("H12: keys are replaced during a sign-in, and no login is lost", async () => {
  expect(await command("list")).toEqual([expect.stringContaining("no keys yet")]);
  let running: Connect | undefined;
  const server = createServer((req, res) => running?.app(req, res)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const restart = async () => {
    await running?.close();
    running = await createConnect({ databaseUrl: url, issuer, log: pino({ level: "silent" }), connections: 4 });
  };
  await restart();
  const appId = await createOauthApp(db, { name: "App", siteUrl: "https://app.example" });
  const { id } = await createOauthClient(db, { appId, redirectUris: [CALLBACK] });
  const query = new URLSearchParams({ client_id: id, redirect_uri: CALLBACK, scope: "user:base:read" });
  const link = `${issuer}/oauth/authorize?${query.toString()}`;
  const [begun, signedIn] = [new TestUser(issuer), new TestUser(issuer)];
  const signIn = await begun.open(link);
  await signedIn.authorize(link);

  const stdout = (await command("rotate")).join("\n");
  expect(stdout.match(/^cookie .* until /gm)).toHaveLength(1);
  expect(stdout.match(/^cookie [^\n]*Z$/gm)).toHaveLength(2);
  const { rows } = await sql<{ text: string }>`select secret::text as text from connect_key`.execute(db);
  for (const { text } of rows) expect(stdout).not.toContain(text.replaceAll('"', ""));
  await pass(200);
  await restart(); // reads the keys: the new one signs
  const consent = await begun.login(signIn);
  const { body } = await begun.decide(consent);
  expect((await begun.open(body.next as string)).searchParams.has("code")).toBe(true);
  expect((await signedIn.open(link)).searchParams.has("code")).toBe(true);

  await pass(90_000);
  await restart(); // without the first key
  expect((await begun.open(link)).searchParams.has("code")).toBe(true);
  expect(await command("list")).toHaveLength(2);
  await running?.close();
  server.close();
  server.closeAllConnections();
});

test("the earlier keys are accepted for a day, or for the given time", async () => {
  expect((await command("rotate")).join()).toContain("accepted for 86550 s.");
  expect((await command("rotate", "--overlap", "172800")).join()).toContain("accepted for 172800 s.");
});

test.each([
  [["make"], "unknown command 'make'"],
  [["rotate", "now"], "too many arguments"],
  [["list", "--overlap", "600"], "unknown option '--overlap'"],
  [["rotate", "--overlap", "10"], "a whole number from 150"],
  [["rotate", "--overlap", "1d"], "a whole number from 150"],
])("signing-keys %j is refused with a hint", async (args, message) => {
  await expect(command(...args)).rejects.toThrow(message);
});
