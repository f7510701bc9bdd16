import { createAccount, findOauthClient, hashClientSecret, listOauthApps, listOauthClients } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createPrinter } from "./testing/createTestShell.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);
beforeEach(async () => {
  await db.deleteFrom("oauth_client").execute();
  await db.deleteFrom("oauth_app").execute();
});

const print = createPrinter(db);
const run = (...args: string[]) => print("clients", ...args);
const today = new Date().toISOString().slice(0, 10);
const CALLBACK = "https://shop.example/callback?from=portico";

async function createApp(...flags: string[]): Promise<string> {
  await run("create-app", "My shop", "https://shop.example", ...flags);
  return (await listOauthApps(db))[0]?.id ?? "";
}

async function createClient(): Promise<{ id: string; secret: string }> {
  const [idLine = "", secretLine = ""] = await run("create", await createApp(), CALLBACK);
  return { id: idLine.replace(/^client_id +/, ""), secret: secretLine.replace(/^client_secret +/, "") };
}

const hashesOf = async (id: string) => (await findOauthClient(db, id))?.secretHashes;

test("an application and a client are registered; the secret works as printed, and the list never contains it", async () => {
  expect(await run("list")).toEqual([
    "No applications found. Register one: pnpm portico clients create-app NAME SITE_URL",
  ]);
  const appId = await createApp("--validated", "--logo", "https://shop.example/logo.png");
  expect(await listOauthApps(db)).toMatchObject([
    { name: "My shop", siteUrl: "https://shop.example", logoUrl: "https://shop.example/logo.png", isValidated: true },
  ]);
  const local = "http://127.0.0.1:3000/callback";
  const [idLine = "", secretLine = "", , message] = await run(
    "create",
    appId,
    CALLBACK,
    local,
    local,
    "--scope-format",
    "string",
    "--refusal",
    "page",
  );
  const [client] = await listOauthClients(db);
  expect(client).toMatchObject({ redirectUris: [CALLBACK, local], scopeFormat: "string", refusal: "page" });
  expect(idLine).toBe(`client_id      ${client?.id}`);
  const [, secret = ""] = /^client_secret {2}(ps_[\w-]{43})$/.exec(secretLine) ?? [];
  expect(client?.secretHashes).toEqual([hashClientSecret(secret)]);
  expect(message).toContain("My shop");
  expect(await run("list")).toEqual([
    `${appId}  My shop  https://shop.example  validated`,
    `  ${client?.id}  ${today}, scopes as string, refusal: page`,
    `    ${CALLBACK}`,
    `    ${local}`,
  ]);
});

test("by default an application is not validated, scopes are a list, and users who refuse are redirected back", async () => {
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
  const [next = "", , , message] = await run("rotate", id);
  expect(await hashesOf(id)).toEqual([hashClientSecret(next), hashClientSecret(secret)]);
  expect(message).toContain(`pnpm portico clients drop-old-secret ${id}`);
  expect((await run("list")).join("\n")).toContain("two secrets");
  expect(await run("drop-old-secret", id)).toEqual([`The old secret of ${id} is revoked.`]);
  expect(await hashesOf(id)).toEqual([hashClientSecret(next)]);
  expect(await run("drop-old-secret", id)).toEqual([`${id} has only one secret. It remains valid.`]);
  expect(await hashesOf(id)).toEqual([hashClientSecret(next)]);
});

test("a client is disabled and enabled", async () => {
  const { id } = await createClient();
  expect(await run("disable", id)).toEqual([`${id} is disabled.`]);
  expect((await run("list")).join("\n")).toContain("disabled");
  expect(await findOauthClient(db, id)).toMatchObject({ isDisabled: true });
  expect(await run("enable", id)).toEqual([`${id} is enabled.`]);
  expect(await findOauthClient(db, id)).toMatchObject({ isDisabled: false });
});

test("an application may belong to an account, which pays for its clients' reads", async () => {
  const { id } = await createAccount(db, { name: "Ann" });
  await createApp("--account", id);
  expect(await listOauthApps(db)).toMatchObject([{ accountId: id }]);
  await expect(createApp("--account", "acc_none")).rejects.toThrow("Unknown account 'acc_none'");
});

test("the JSON list contains everything except secrets and their hashes", async () => {
  const { id, secret } = await createClient();
  const [text = ""] = await run("list", "--json");
  expect(JSON.parse(text)).toMatchObject([
    { name: "My shop", clients: [{ id, redirectUris: [CALLBACK], isDisabled: false }] },
  ]);
  expect(text).not.toContain(secret);
  expect(text).not.toContain(hashClientSecret(secret).slice(2));
});

test("an invalid redirect URI is refused with the reason, and no client is created", async () => {
  const appId = await createApp();
  const create = (...uris: string[]) => run("create", appId, CALLBACK, ...uris);
  await expect(create("http://shop.example/callback")).rejects.toThrow(
    "'http://shop.example/callback' is not a valid redirect URI: it must be https",
  );
  for (const uri of ["https://[::1]/", "https:a.example/", "http://0x7f.1/"]) {
    await expect(create(uri)).rejects.toThrow(`'${uri}' is not a valid redirect URI: it must`);
  }
  await expect(create(...Array.from({ length: 100 }, (_, at) => `${CALLBACK}${at}`))).rejects.toThrow("more than 100");
  expect(await listOauthClients(db)).toEqual([]);
  await create("http://[::1]/cb");
  expect(await listOauthClients(db)).toMatchObject([{ redirectUris: [CALLBACK, "http://[::1]/cb"] }]);
});

test("an earlier redirect URI that is no longer allowed stays, and the list shows it", async () => {
  const { id } = await createClient();
  const early = "http://0x7f.1/";
  await db
    .updateTable("oauth_client")
    .set({ redirect_uris: [CALLBACK, early] })
    .where("id", "=", id)
    .execute();
  expect((await run("list")).slice(-2)).toEqual([
    `    ${CALLBACK}`,
    `    ${early}  no longer allowed: it must be written http://127.0.0.1/`,
  ]);
});

test.each<[string[], string]>([
  [["make"], "unknown command 'make'"],
  [["list", "all"], "too many arguments"],
  [["create-app"], "missing required argument 'name'"],
  [["create-app", "https://shop.example"], "missing required argument 'site-url'"],
  [["create-app", "shop", "shop.example"], "is not a valid site URL"],
  [["create-app", "shop\u202e", "https://shop.example"], "printable"],
  [["create-app", "shop", "https://shop.example", "--logo", "http://127.0.0.1/a.png"], "is not a valid logo URL"],
  [["create-app", "shop", "https://shop.example", "--refusal", "page"], "unknown option '--refusal'"],
  [["create"], "missing required argument 'app-id'"],
  [["create", "app_1"], "missing required argument 'redirect-uris'"],
  [["create", CALLBACK, CALLBACK], "Use the id, app_…"],
  [["create", "app_none", CALLBACK], "Unknown application 'app_none'"],
  [["create", "app_1", CALLBACK, "--scope-format", "list"], "Allowed choices are array, string"],
  [["create", "app_1", CALLBACK, "--refusal", "no"], "Allowed choices are redirect, page"],
  [["rotate"], "missing required argument 'client-id'"],
  [["disable", "pc_1", "pc_2"], "too many arguments"],
  [["enable", "ps_secret"], "This is the secret itself: use the id, pc_…"],
  [["rotate", "pc_none"], "Unknown client 'pc_none'. List all: pnpm portico clients list"],
  [["drop-old-secret", "pc_none"], "Unknown client 'pc_none'"],
  [["disable", "pc_none"], "Unknown client 'pc_none'"],
  [["enable", "pc_none"], "Unknown client 'pc_none'"],
])("clients %j is refused with a hint", async (args, message) => {
  await expect(run(...args)).rejects.toThrow(message);
});
