import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { createConnect, type Connect } from "@portico/connect";
import { Person } from "@portico/connect/testing";
import { createOauthApp, createOauthClient } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { readSigningKeyCommand, runSigningKeyCommand } from "./signingKeys.ts";

const { db, url, drop } = await createTestDatabase();
afterAll(drop);

const CALLBACK = "http://127.0.0.1:9/callback";
const command = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, "signingKeys.ts"), ...args], {
    env: { ...process.env, DATABASE_URL: url },
  });

/** As when so much time went by. */
const pass = async (seconds: number): Promise<void> => {
  await sql`update connect_key set created_at = created_at - make_interval(secs => ${seconds}),
    retired_at = retired_at - make_interval(secs => ${seconds})`.execute(db);
};

test("H12: new keys take over in the middle of a sign-in, and no login is lost", async () => {
  expect(await runSigningKeyCommand(db, { kind: "list" })).toEqual([expect.stringContaining("no key yet")]);
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
  const [begun, signedIn] = [new Person(issuer), new Person(issuer)];
  const signIn = await begun.open(link);
  await signedIn.authorize(link);

  const { stdout } = await command("rotate");
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
  expect(await runSigningKeyCommand(db, { kind: "list" })).toHaveLength(2);
  await running?.close();
  server.close();
  server.closeAllConnections();
});

test.each<[string[], string | undefined, string]>([
  [["make"], undefined, "'make' is no command"],
  [["rotate", "now"], undefined, "is no command"],
  [["list"], "600", "--overlap belongs to rotate"],
  [["rotate"], "10", "150 seconds or more"],
  [["rotate"], "1d", "150 seconds or more"],
])("%j with %j is refused with what to write instead", (args, overlap, message) => {
  expect(() => readSigningKeyCommand(args, overlap)).toThrow(message);
});

test("the earlier keys stay for a day, or as long as was asked for", () => {
  expect(readSigningKeyCommand(["rotate"])).toEqual({ kind: "rotate", overlapSeconds: 86_550 });
  expect(readSigningKeyCommand(["rotate"], "172800")).toEqual({ kind: "rotate", overlapSeconds: 172_800 });
});
