import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { findOauthClient, hashClientSecret, listOauthApps, listOauthClients } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type ClientFlags, readClientCommand } from "./clientCommand.ts";
import { runClientCommand } from "./clients.ts";

const { db, url, drop } = await createTestDatabase();
afterAll(drop);
beforeEach(async () => {
  await db.deleteFrom("oauth_client").execute();
  await db.deleteFrom("oauth_app").execute();
});

const run = (args: readonly string[], flags?: ClientFlags) => runClientCommand(db, readClientCommand(args, flags));
const today = new Date().toISOString().slice(0, 10);
const CALLBACK = "https://shop.example/callback?from=portico";

async function createApp(flags?: ClientFlags): Promise<string> {
  await run(["create-app", "My", "shop", "https://shop.example"], flags);
  return (await listOauthApps(db))[0]?.id ?? "";
}

async function createClient(flags?: ClientFlags): Promise<{ id: string; secret: string }> {
  const [idLine = "", secretLine = ""] = await run(["create", await createApp(), CALLBACK], flags);
  return { id: idLine.replace(/^client_id +/, ""), secret: secretLine.replace(/^client_secret +/, "") };
}

const hashesOf = async (id: string) => (await findOauthClient(db, id))?.secretHashes;

test("an application and a client are registered; the secret works as shown, and the list never shows it", async () => {
  expect(await run([])).toEqual(["No application was registered yet. Write: pnpm clients create-app NAME SITE_URL"]);
  const appId = await createApp({ validated: true, logo: "https://shop.example/logo.png" });
  expect(await listOauthApps(db)).toMatchObject([
    { name: "My shop", siteUrl: "https://shop.example", logoUrl: "https://shop.example/logo.png", isValidated: true },
  ]);
  const local = "http://127.0.0.1:3000/callback";
  const [idLine = "", secretLine = "", , said] = await run(["create", appId, CALLBACK, local, local], {
    scopeFormat: "string",
    refusal: "page",
  });
  const [client] = await listOauthClients(db);
  expect(client).toMatchObject({ redirectUris: [CALLBACK, local], scopeFormat: "string", refusal: "page" });
  expect(idLine).toBe(`client_id      ${client?.id}`);
  const [, secret = ""] = /^client_secret {2}(ps_[\w-]{43})$/.exec(secretLine) ?? [];
  expect(client?.secretHashes).toEqual([hashClientSecret(secret)]);
  expect(said).toContain("My shop");
  expect(await run(["list"])).toEqual([
    `${appId}  My shop  https://shop.example  validated`,
    `  ${client?.id}  ${today}, scopes as string, refusal: page`,
    `    ${CALLBACK}`,
    `    ${local}`,
  ]);
});

test("without flags an application is not validated, scopes are a list, and who refuses comes back", async () => {
  const { id } = await createClient();
  const client = await findOauthClient(db, id);
  expect(client).toMatchObject({
    scopeFormat: "array",
    refusal: "redirect",
    app: { isValidated: false, logoUrl: null },
  });
});

test("a secret is replaced in two steps, between which both work", async () => {
  const { id, secret } = await createClient();
  const [next = "", , , said] = await run(["rotate", id]);
  expect(await hashesOf(id)).toEqual([hashClientSecret(next), hashClientSecret(secret)]);
  expect(said).toContain(`pnpm clients drop-old-secret ${id}`);
  expect((await run([])).join("\n")).toContain("two secrets");
  expect(await run(["drop-old-secret", id])).toEqual([`The old secret of ${id} is ended.`]);
  expect(await hashesOf(id)).toEqual([hashClientSecret(next)]);
  expect(await run(["drop-old-secret", id])).toEqual([`${id} has one secret only, which stays.`]);
  expect(await hashesOf(id)).toEqual([hashClientSecret(next)]);
});

test("a client is disabled and enabled", async () => {
  const { id } = await createClient();
  expect(await run(["disable", id])).toEqual([`${id} is disabled.`]);
  expect((await run([])).join("\n")).toContain("disabled");
  expect(await findOauthClient(db, id)).toMatchObject({ isDisabled: true });
  expect(await run(["enable", id])).toEqual([`${id} is enabled.`]);
  expect(await findOauthClient(db, id)).toMatchObject({ isDisabled: false });
});

test("a redirect URI that none may have is refused with the reason, and no client is made", () => {
  const read = (...uris: string[]) => readClientCommand(["create", "app_1", CALLBACK, ...uris]);
  expect(() => read("http://shop.example/callback")).toThrow(
    "'http://shop.example/callback' can't be a redirect URI: it must be https",
  );
  expect(() => read(...Array.from({ length: 100 }, (_, at) => `${CALLBACK}${at}`))).toThrow("more than 100");
  expect(read(CALLBACK, "http://[::1]/cb")).toMatchObject({ client: { redirectUris: [CALLBACK, "http://[::1]/cb"] } });
});

test.each<[string[], ClientFlags, string]>([
  [["make"], {}, "'make' is no command"],
  [["list", "all"], {}, "is no command"],
  [["create-app"], {}, "create-app NAME SITE_URL"],
  [["create-app", "https://shop.example"], {}, "create-app NAME SITE_URL"],
  [["create-app", "shop", "shop.example"], {}, "can't be a site"],
  [["create-app", "shop\u202e", "https://shop.example"], {}, "printable"],
  [["create-app", "shop", "https://shop.example"], { logo: "http://127.0.0.1/a.png" }, "can't be a logo"],
  [["create-app", "shop", "https://shop.example"], { refusal: "page" }, "belong to create"],
  [["create"], {}, "create APP_ID REDIRECT_URI"],
  [["create", "app_1"], {}, "create APP_ID REDIRECT_URI"],
  [["create", CALLBACK], {}, "create APP_ID REDIRECT_URI"],
  [["create", "app_1", CALLBACK], { scopeFormat: "list" }, "--scope-format is array or string"],
  [["create", "app_1", CALLBACK], { refusal: "no" }, "--refusal is redirect or page"],
  [["create", "app_1", CALLBACK], { validated: true }, "belong to create-app"],
  [["rotate"], {}, "pnpm clients rotate CLIENT_ID"],
  [["disable", "pc_1", "pc_2"], {}, "pnpm clients disable CLIENT_ID"],
  [["enable", "ps_secret"], {}, "a secret itself"],
])("%j with %j is refused with what to write instead", (args, flags, message) => {
  expect(() => readClientCommand(args, flags)).toThrow(message);
});

test.each([
  ["rotate", "pc_none"],
  ["drop-old-secret", "pc_none"],
  ["disable", "pc_none"],
  ["enable", "pc_none"],
])("%s of a client that nothing is known of is refused", async (...args) => {
  await expect(run(args)).rejects.toThrow("There is no client 'pc_none'");
});

test("a client of an application that nothing is known of is refused", async () => {
  await expect(run(["create", "app_none", CALLBACK])).rejects.toThrow("There is no application 'app_none'");
});

test("as a command it does the same, and says what is wrong in one line", async () => {
  const appId = await createApp();
  const env = { ...process.env, DATABASE_URL: url };
  const command = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, "clients.ts"), ...args], { env });
  const { stdout } = await command("create", appId, CALLBACK, "--scope-format", "string");
  const [client] = await listOauthClients(db);
  expect(stdout).toContain(client?.id);
  expect(client).toMatchObject({ scopeFormat: "string" });
  await expect(command("create", appId, "http://shop.example")).rejects.toMatchObject({
    stderr: expect.stringMatching(/^'http:\/\/shop\.example' can't be a redirect URI: .*\n\npnpm clients/),
  });
});
