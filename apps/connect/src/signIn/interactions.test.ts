import { claimDecision, findConsent, keySubject, removeConsent, updateOauthClient } from "@portico/store";
import { sql } from "kysely";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { exchange } from "../testing/client.ts";
import { TestUser } from "../testing/testUser.ts";
import { type SignInScene, startSignInScene } from "../testing/signInScene.ts";
import { CALLBACK } from "../testing/startTestConnect.ts";

const ALL = "user:base:read user:chain:read user:social:read";

let scene: SignInScene;
beforeAll(async () => {
  scene = await startSignInScene();
});
afterAll(() => scene.stop());

const countRows = async (table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.table(table)}`.execute(
    scene.connect.db,
  );
  return rows[0]!.count;
};

/** Blocks callers until `count` have arrived; later ones pass. */
function meet(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  return async () => {
    if (--count === 0) resolve();
    await promise;
  };
}

describe("a sign-in", () => {
  test("shows who requests what, then what it shares of this very address, and returns a code", async () => {
    const { user, signIn } = await scene.begin({ scope: ALL, state: 'a b+c&d=é%20"<' });
    const before = await user.details(signIn);
    expect(before).toMatchObject({ prompt: "login", address: null });
    expect(before.scopes.map(({ id, preview }) => [id, preview])).toEqual(ALL.split(" ").map((id) => [id, null]));
    const client = { name: "Test app", site_url: "https://app.example", logo_url: null, is_validated: false };
    expect(before.client).toEqual({ ...client, redirect_host: "127.0.0.1:9" });

    const consent = await user.login(signIn);
    const details = await user.details(consent);
    expect(details).toMatchObject({ prompt: "consent", address: user.address });
    expect(details.scopes.map(({ preview }) => preview)).toEqual([
      [{ label: "Address", value: user.account.address }],
      null, // no data API
      [
        { label: "Followers", value: "0" },
        { label: "Following", value: "0" },
      ],
    ]);
    const { body } = await user.decide(consent);
    const back = await user.open(body.next as string);
    expect(`${back.origin}${back.pathname}`).toBe(CALLBACK);
    expect(back.searchParams.get("state")).toBe('a b+c&d=é%20"<');
    const tokens = await exchange(scene.connect, back.searchParams.get("code")!);
    expect(tokens.body.scope).toEqual(ALL.split(" "));
  });

  test("has a text for the wallet that names us, the application and its request, and nothing else", async () => {
    const { user, signIn } = await scene.begin({ scope: "user:base:read user:chain:read" });
    const { nonce, message } = await user.challenge(signIn);
    const lines = message.split("\n");
    const host = new URL(scene.connect.issuer).host;
    expect(lines.slice(0, 6)).toEqual([
      `${host} wants you to sign in with your Ethereum account:`,
      user.account.address,
      "",
      "Sign in to the application 'Test app' at 127.0.0.1:9. It asks for user:base:read, user:chain:read; you decide on the next page. This sends no transaction.",
      "",
      `URI: ${scene.connect.issuer}`,
    ]);
    expect(lines.slice(6).map((line) => line.replace(/\d{4}-.*Z/, "<time>"))).toEqual([
      "Version: 1",
      "Chain ID: 1",
      `Nonce: ${nonce}`,
      "Issued At: <time>",
      "Expiration Time: <time>",
      expect.stringMatching(/^Request ID: [\w-]{43}$/),
    ]);
    // the sign-in's own id, which its cookie carries, appears neither in a wallet nor in the store
    expect(message).not.toContain(signIn.pathname.split("/").at(-1));
  });

  test("can't be allowed for a user who has signed out", async () => {
    const { user, signIn } = await scene.beginDecision();
    const consents = await countRows("consent");
    await user.request("/session/end", { json: {} });
    const { status, body } = await user.decide(signIn);
    expect([status, body.error, await countRows("consent")]).toEqual([400, "interaction_expired", consents]);
  });

  test("redirects nowhere if the redirect URI was removed from the client, before the decision or after it", async () => {
    const other = `${CALLBACK}?other`;
    const { id } = await scene.connect.addClient({ redirectUris: [CALLBACK, other] });
    const { user, signIn } = await scene.beginDecision({ client_id: id });
    const { csrf } = await user.details(signIn);
    await updateOauthClient(scene.connect.db, id, { redirectUris: [other] });
    const decide = () => user.request(`${signIn.pathname}/decision`, { json: { decision: "allow", csrf } });
    expect((await decide()).body.error).toBe("interaction_expired");
    await updateOauthClient(scene.connect.db, id, { redirectUris: [CALLBACK, other] });
    const next = (await decide()).body.next as string;
    await updateOauthClient(scene.connect.db, id, { redirectUris: [other] });
    const { status, headers, body } = await user.request(next);
    expect([status, headers.get("location")]).toEqual([400, null]);
    expect(body).toContain("invalid_redirect_uri");
  });

  test("C06, C12: continues by 303, and no response is cached or sends a Referer", async () => {
    const { user, signIn } = await scene.beginDecision();
    const { body } = await user.decide(signIn);
    expect((await user.request(body.next as string)).status).toBe(303);
    const { headers } = await user.request(`${signIn.pathname}/details`);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test("A24, S20: has a page that can't be framed and makes no third-party requests", async () => {
    const { user, signIn } = await scene.begin();
    const { status, headers } = await user.request(signIn.pathname);
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });

  test("S18: belongs to one account, regardless of the case of its address", async () => {
    const { user, signIn } = await scene.begin();
    const spelt = { address: `0x${user.address.slice(2).toUpperCase()}`, chain_id: 1 };
    const { body } = await user.request(`${signIn.pathname}/challenge`, { json: spelt });
    const signature = await user.account.signMessage({ message: body.message });
    const { body: done } = await user.request(`${signIn.pathname}/signature`, {
      json: { nonce: body.nonce, signature },
    });
    expect(await user.details(await user.open(done.next))).toMatchObject({ address: user.address });
  });

  test("with prompt=login lets another account sign in, and the earlier one is signed out", async () => {
    const user = scene.newUser();
    await user.authorize(scene.urlOf());
    const other = privateKeyToAccount(generatePrivateKey());
    const consent = await user.login(await user.open(scene.urlOf({ prompt: "login" })), other);
    expect(await user.details(consent)).toMatchObject({ prompt: "consent", address: other.address.toLowerCase() });
  });

  test("returns to another wallet before the decision, and belongs to that one alone", async () => {
    const { user, signIn } = await scene.beginDecision();
    expect((await user.request(`${signIn.pathname}/switch`, { json: {} })).body).toEqual({});
    expect(await user.details(signIn)).toMatchObject({ prompt: "login", address: null });
    expect((await user.decide(signIn)).status).toBe(400);
    expect((await user.request("/connections")).status).toBe(401); // and signed out
    const other = privateKeyToAccount(generatePrivateKey());
    const consent = await user.login(signIn, other);
    expect(await user.details(consent)).toMatchObject({ address: other.address.toLowerCase() });
    const back = await user.open((await user.decide(consent)).body.next);
    const tokens = await exchange(scene.connect, back.searchParams.get("code")!);
    expect(tokens.status).toBe(200);
    const { rows } = await sql<{ account: string }>`select encode(account, 'hex') as account from consent`.execute(
      scene.connect.db,
    );
    const accounts = rows.map(({ account }) => `0x${account}`);
    expect(accounts).toContain(other.address.toLowerCase());
    expect(accounts).not.toContain(user.address);
  });
});

describe("a decision", () => {
  test("is remembered: the same scopes need no new consent, more do, and new scopes are marked", async () => {
    const user = scene.newUser();
    await user.authorize(scene.urlOf({ scope: "user:base:read user:chain:read" }));
    expect((await user.open(scene.urlOf({ scope: "user:base:read" }))).searchParams.get("code")).toBeTruthy();

    const returning = new TestUser(scene.connect.issuer, user.account); // in another browser
    const back = await returning.login(await returning.open(scene.urlOf({ scope: "user:chain:read" })));
    expect(back.searchParams.get("code")).toBeTruthy();

    const signIn = await user.open(scene.urlOf({ scope: "user:base:read user:social:read" }));
    const { scopes } = await user.details(signIn);
    expect(scopes).toMatchObject([
      { id: "user:base:read", is_new: false },
      { id: "user:social:read", is_new: true },
    ]);
    await user.decide(signIn);
    expect((await user.open(scene.urlOf({ scope: ALL }))).searchParams.get("code")).toBeTruthy();
  });

  test("to allow more, while the earlier consent is revoked, allows only the last request", async () => {
    const user = scene.newUser();
    await user.authorize(scene.urlOf({ scope: "user:base:read user:chain:read" }));
    const signIn = await user.open(scene.urlOf({ scope: "user:social:read" }));
    const { db, client, connect } = scene.connect;
    const key = { account: keySubject(user.account.address), clientId: client.id };
    const find = vi.spyOn(connect.provider.Grant, "find").mockImplementationOnce(async (...which) => {
      find.mockRestore();
      const grant = await connect.provider.Grant.find(...which);
      await removeConsent(db, key);
      return grant;
    });
    await user.open((await user.decide(signIn)).body.next);
    expect(await findConsent(db, key)).toMatchObject({ scopes: ["user:social:read"] });
    expect((await user.open(scene.urlOf({ scope: "user:chain:read" }))).pathname).toMatch(/^\/signin\//);
  });

  test.each(["at first", "beside what was allowed before"])(
    "in two windows at once, each for another scope %s, allows both, and both get valid codes",
    async (when) => {
      const user = scene.newUser();
      await (when === "at first" ? user.enter() : user.authorize(scene.urlOf()));
      const scopes = ["user:chain:read", "user:social:read"];
      const windows = await Promise.all(scopes.map((scope) => user.open(scene.urlOf({ scope }))));
      const { db, client, connect } = scene.connect;
      const meeting = meet(scopes.length); // neither writes before the other one has read
      const { Grant } = connect.provider;
      const { prototype } = Grant;
      const find = Grant.find.bind(Grant);
      const save = Reflect.get<typeof prototype, "save">(prototype, "save");
      const finding = vi.spyOn(Grant, "find").mockImplementation(async (...which) => {
        const grant = await find(...which);
        await meeting();
        return grant;
      });
      const saving = vi.spyOn(prototype, "save").mockImplementation(async function (this: typeof prototype) {
        await meeting();
        return await save.call(this);
      });
      const replies = await Promise.all(windows.map((signIn) => user.decide(signIn)));
      finding.mockRestore();
      saving.mockRestore();
      for (const { status, body } of replies) {
        expect(status).toBe(200);
        const back = await user.open(body.next as string);
        expect((await exchange(scene.connect, back.searchParams.get("code")!)).status).toBe(200);
      }
      const consent = await findConsent(db, {
        account: keySubject(user.address as `0x${string}`),
        clientId: client.id,
      });
      expect(consent?.scopes).toEqual(expect.arrayContaining(scopes));
      const both = await user.open(scene.urlOf({ scope: scopes.join(" ") }));
      expect(both.searchParams.get("code")).toBeTruthy(); // without another consent
    },
  );

  test("for one client doesn't apply to another", async () => {
    const user = scene.newUser();
    await user.authorize(scene.urlOf());
    const { id } = await scene.connect.addClient();
    expect(await user.details(await user.open(scene.urlOf({ client_id: id })))).toMatchObject({
      prompt: "consent",
    });
  });

  test("to refuse new scopes keeps the earlier consent", async () => {
    const user = scene.newUser();
    await user.authorize(scene.urlOf());
    const refused = await user.authorize(scene.urlOf({ scope: ALL }), "refuse");
    expect(refused.searchParams.get("error")).toBe("access_denied");
    expect((await user.open(scene.urlOf())).searchParams.get("code")).toBeTruthy();
  });

  test("C03: counts once, even if posted 20 times at once: the same again gets the same response, the opposite is rejected", async () => {
    const { user, signIn } = await scene.beginDecision();
    const { csrf } = await user.details(signIn);
    const post = (decision: string) => user.request(`${signIn.pathname}/decision`, { json: { decision, csrf } });
    const replies = await Promise.all(Array.from({ length: 20 }, (_, at) => post(at % 2 === 0 ? "allow" : "refuse")));
    const won = replies.filter(({ status }) => status === 200);
    const lost = replies.filter(({ status }) => status === 400);
    expect([won.length, lost.length]).toEqual([10, 10]);
    expect(new Set(lost.map(({ body }) => body.error))).toEqual(new Set(["decision_made"]));
    expect(new Set(won.map(({ body }) => body.next)).size).toBe(1);
    await user.open(won[0]!.body.next);
    expect((await post("allow")).body.error).toBe("interaction_expired");
  });

  test("C03: repeated after a lost reply gets the same response, and gives one grant and one code however often it is continued", async () => {
    const { user, signIn } = await scene.beginDecision({ state: "any character: \0" });
    const before = await countGrants();
    const replies = await Promise.all(Array.from({ length: 10 }, () => user.decide(signIn)));
    expect((await user.decide(signIn, "refuse")).body.error).toBe("decision_made");
    const next = (await user.decide(signIn)).body.next as string;
    expect(replies.map(({ status, body }) => [status, body.next])).toEqual(replies.map(() => [200, next]));
    expect(await countGrants()).toBe(before + 1);
    const ways = await Promise.all(Array.from({ length: 10 }, () => user.request(next)));
    const codes = ways.flatMap(({ headers }) => /[?&]code=([^&]+)/.exec(headers.get("location") ?? "")?.[1] ?? []);
    expect(codes).toHaveLength(1);
    for (const { status, body } of ways.filter((way) => way.status !== 303)) {
      expect([status, body]).toEqual([400, expect.stringContaining('"kind":"expired"')]);
    }
    expect((await exchange(scene.connect, codes[0]!)).status).toBe(200);
  });

  test("of a process that died before it responded is completed by the same decision, and not reversed by the other one", async () => {
    const { user, signIn } = await scene.beginDecision();
    const id = signIn.pathname.split("/").at(-1)!;
    expect(await claimDecision(scene.connect.db, { id, decision: "allow" })).toBe("allow");
    expect((await user.decide(signIn, "refuse")).body.error).toBe("decision_made");
    const back = await user.open((await user.decide(signIn)).body.next);
    expect((await exchange(scene.connect, back.searchParams.get("code")!)).status).toBe(200);
  });

  test.each(["login", "consent"])(
    "C04: to refuse at %s ends it with access_denied and the state, and stores nothing",
    async (prompt) => {
      const { user, signIn } =
        prompt === "login" ? await scene.begin({ state: "x y" }) : await scene.beginDecision({ state: "x y" });
      const before = [await countRows("consent"), await countGrants()];
      const back = await user.open((await user.decide(signIn, "refuse")).body.next);
      expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: "access_denied", state: "x y" });
      expect(back.searchParams.has("code")).toBe(false);
      expect([await countRows("consent"), await countGrants()]).toEqual(before);
    },
  );

  test("to refuse ends on our own page if the client is configured so", async () => {
    const { id } = await scene.connect.addClient({ refusal: "page" });
    const { user, signIn } = await scene.beginDecision({ client_id: id });
    const { csrf } = await user.details(signIn);
    const refuse = () => user.request(`${signIn.pathname}/decision`, { json: { decision: "refuse", csrf } });
    for (const refusal of [await refuse(), await refuse()]) expect([refusal.status, refusal.body]).toEqual([200, {}]);
    expect((await user.request(`${signIn.pathname}/details`)).body.error).toBe("interaction_expired");
    expect((await user.request(signIn.pathname)).body).toContain('"kind":"expired"');
  });

  test("without the page's own token is rejected, and so is one that is neither allow nor refuse", async () => {
    const { user, signIn } = await scene.beginDecision();
    for (const csrf of [undefined, "guess", ["x"], true]) {
      const reply = await user.request(`${signIn.pathname}/decision`, { json: { decision: "allow", csrf } });
      expect([csrf, reply.status, reply.body.error]).toEqual([csrf, 403, "csrf"]);
    }
    const { csrf } = await user.details(signIn);
    const malformed = await user.request(`${signIn.pathname}/decision`, { json: { csrf, decision: "Allow" } });
    expect([malformed.status, malformed.body.error]).toEqual([400, "invalid_params"]);
  });

  const countGrants = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from oauth_artifact where model in ('Grant', 'AuthorizationCode')`.execute(
      scene.connect.db,
    );
    return rows[0]!.count;
  };
});
