import { UNLIMITED } from "@portico/metering";
import { createAccount } from "@portico/store";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createParts } from "./parts.ts";
import { ALICE, authorizeUrl, exchange, TestBrowser } from "./testing/client.ts";
import { AUTH_JS_CALLBACK, authJs } from "./testing/libraries/authJs.ts";
import type { Library, Setup } from "./testing/libraries/library.ts";
import { oauth4webapi } from "./testing/libraries/oauth4webapi.ts";
import { openidClient } from "./testing/libraries/openidClient.ts";
import { createShortcut } from "./testing/shortcut.ts";
import { CALLBACK, startTestConnect, type TestClient, type TestConnect } from "./testing/startTestConnect.ts";

const rates = { perKey: UNLIMITED, perAddress: UNLIMITED, refusedPerAddress: UNLIMITED };
let connect: TestConnect;
let client: TestClient;
beforeAll(async () => {
  connect = await startTestConnect({ parts: (deps) => [createShortcut(deps), ...createParts(deps)], rates });
  client = await connect.addClient({ redirectUris: [CALLBACK, AUTH_JS_CALLBACK] });
});
afterAll(() => connect.stop());

/** The user that an application built with the library signs in. Rejects if no user is signed in. */
async function signIn(library: Library, change: (url: URL) => void = () => undefined): Promise<unknown> {
  const callback = library === authJs ? AUTH_JS_CALLBACK : CALLBACK;
  const send: Setup["send"] = (url) => {
    change(url);
    return new TestBrowser().authorize(url.href);
  };
  const signedIn = await library({ issuer: connect.issuer, client, callback, endpointProfile: "rfc", send });
  return signedIn.readId === undefined ? signedIn.userId : await signedIn.readId();
}

/** Those that read a profile. simple-oauth2 leaves it to its application. */
const LIBRARIES = { authJs, oauth4webapi, openidClient };

const signInAll = (change?: (url: URL) => void) =>
  Promise.all(Object.values(LIBRARIES).map((library) => signIn(library, change).catch(() => "not signed in")));

/** Unmodified, by status and code; each undoes its set-up. */
const REFUSALS: Readonly<
  Record<string, { begin: () => Promise<unknown>; end: () => Promise<unknown>; scope?: string }>
> = {
  "401 invalid_token": {
    begin: async () => {
      await sql`create function expire() returns trigger language plpgsql as
        $$ begin new.expires_at = now(); return new; end $$`.execute(connect.db);
      await sql`create trigger expire before insert on oauth_artifact for each row when (new.model = 'AccessToken')
        execute function expire()`.execute(connect.db);
    },
    end: () => sql`drop function expire cascade`.execute(connect.db),
  },
  "403 insufficient_scope": { begin: async () => undefined, end: async () => undefined, scope: "user:chain:read" },
  "403 units_exhausted": {
    begin: async () => {
      const { id } = await createAccount(connect.db, { name: "Without units" });
      await sql`update oauth_app set account_id = ${id}`.execute(connect.db);
    },
    end: () => sql`update oauth_app set account_id = null`.execute(connect.db),
  },
  "429 rate_limited": { begin: () => restart(0), end: () => restart(UNLIMITED) },
  "500 internal_error": {
    begin: () => sql`alter table profile rename to profile_away`.execute(connect.db),
    end: () => sql`alter table profile_away rename to profile`.execute(connect.db),
  },
  "503 upstream_error": {
    begin: async () => {
      await sql`alter table profile rename to profile_away`.execute(connect.db);
      await sql`create function stop() returns setof profile_away language plpgsql as
        $$ begin raise exception 'going' using errcode = '57P01'; end $$`.execute(connect.db);
      await sql`create view profile as select * from stop()`.execute(connect.db);
    },
    end: async () => {
      await sql`drop function stop cascade`.execute(connect.db);
      await sql`alter table profile_away rename to profile`.execute(connect.db);
    },
  },
};

async function restart(perKey: number): Promise<void> {
  rates.perKey = perKey;
  await connect.restart();
}

/** The refusal that an application gets with this Accept header. */
async function readRefusal(accept: string, scope = "user:base:read"): Promise<string> {
  const end = await new TestBrowser().authorize(authorizeUrl({ issuer: connect.issuer, client }, { scope }));
  const { body: tokens } = await exchange({ ...connect, client }, end.searchParams.get("code") ?? "");
  const headers = { authorization: `Bearer ${tokens.access_token}`, accept };
  const answer = await fetch(`${connect.issuer}/v1/me`, { headers });
  expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer realm="connect"/);
  const text = await answer.text();
  if (answer.headers.get("content-type")?.startsWith("text/plain")) return `${answer.status} ${text.split(":", 1)[0]}`;
  return `${answer.status} ${(JSON.parse(text) as { code: string }).code}`;
}

test.each(Object.entries(REFUSALS))(
  "no library takes %s of the profile for a profile, and signs a user in under a wrong id",
  async (refusal, { begin, end, scope }) => {
    await begin();
    try {
      const narrow = (url: URL) => scope !== undefined && url.searchParams.set("scope", scope);
      expect(await signInAll(narrow)).toEqual(["not signed in", "not signed in", "not signed in"]);
      const accepts = ["*/*", "application/json", "application/json, application/jwt"];
      const refusals = await Promise.all(accepts.map((accept) => readRefusal(accept, scope)));
      expect(refusals).toEqual([refusal, refusal, refusal]);
    } finally {
      await end();
    }
  },
);

test("with every library, a user without a refusal is signed in under their own id", async () => {
  expect(await signInAll()).toEqual([ALICE, ALICE, ALICE]);
});
