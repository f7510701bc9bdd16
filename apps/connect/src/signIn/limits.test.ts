import { closeDatabase, deleteEndedLimits, openDatabase } from "@portico/store";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createParts } from "../parts.ts";
import { authorizeUrl, basic, exchange, post } from "../testing/client.ts";
import { TestUser } from "../testing/testUser.ts";
import { startTestConnect, type TestConnect } from "../testing/startTestConnect.ts";
import { addressKey } from "@portico/server";
import { createLimits, type Limits } from "./limits.ts";
import { type LimitName, NO_LIMITS, type Rule } from "./limitRules.ts";

/** The limits in use, changed between tests. */
let current: Limits;
const use = (rules: Partial<Record<LimitName, Rule>>) =>
  (current = createLimits({ rules: { ...NO_LIMITS, ...rules } }));
const limits: Limits = {
  take: (name, key) => current.take(name, key),
  byAddress: (name) => (request, response, next) => current.byAddress(name)(request, response, next),
  authorize: (request, response, next) => current.authorize(request, response, next),
  token: (request, response, next) => current.token(request, response, next),
};
const few = { points: 3, seconds: 60 };

let connect: TestConnect;
beforeAll(async () => {
  connect = await startTestConnect({ parts: createParts, limits, trustedProxies: ["loopback"] });
});
afterAll(() => connect.stop());
afterEach(() => use({}));
use({});

const by = (address: string) => ({ "x-forwarded-for": address });

describe("limits", () => {
  test("C11: an address can begin a limited number of sign-ins, another one still can", async () => {
    use({ authorizeByAddress: few });
    const begin = (address: string) =>
      new TestUser(connect.issuer).request(authorizeUrl(connect), { headers: by(address) });
    const replies = [
      await begin("192.0.2.1"),
      await begin("192.0.2.1"),
      await begin("192.0.2.1"),
      await begin("192.0.2.1"),
    ];
    expect(replies.map(({ status }) => status)).toEqual([303, 303, 303, 429]);
    expect(Number(replies[3]!.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await begin("192.0.2.2")).status).toBe(303);
  });

  test("C11: a client can be requested a limited number of times by all; another one still can", async () => {
    use({ authorizeByClient: few });
    const other = await connect.addClient();
    const begin = (at: number, params = {}) =>
      new TestUser(connect.issuer).request(authorizeUrl(connect, params), { headers: by(`192.0.2.${at}`) });
    const statuses = [];
    for (let at = 1; at <= 4; at++) statuses.push((await begin(at)).status);
    expect(statuses).toEqual([303, 303, 303, 429]);
    expect((await begin(5, { client_id: other.id })).status).toBe(303);
  });

  const steps: readonly (readonly [LimitName, string, string])[] = [
    ["detailsByAddress", "GET", "details"],
    ["challengeByAddress", "POST", "challenge"],
    ["signatureByAddress", "POST", "signature"],
    ["changeByAddress", "POST", "decision"],
  ];
  test.each(steps)("S13, S19: %s: a step is limited per address", async (name, method, step) => {
    const user = new TestUser(connect.issuer);
    const signIn = await user.open(authorizeUrl(connect));
    use({ [name]: few });
    const take = (address: string) =>
      user.request(`${signIn.pathname}/${step}`, {
        method,
        headers: by(address),
        ...(method === "POST" && { json: {} }),
      });
    for (let at = 0; at < 3; at++) expect((await take("192.0.2.1")).status).not.toBe(429);
    const refused = await take("192.0.2.1");
    expect([refused.status, refused.body.error]).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await take("192.0.2.2")).status).not.toBe(429);
  });

  test("S19: one sign-in gets a limited number of challenges, from any address", async () => {
    const user = new TestUser(connect.issuer);
    const signIn = await user.open(authorizeUrl(connect));
    use({ challengeByInteraction: few });
    const json = { address: user.address, chain_id: 1 };
    const statuses = [];
    for (let at = 1; at <= 4; at++) {
      statuses.push(
        (await user.request(`${signIn.pathname}/challenge`, { json, headers: by(`192.0.2.${at}`) })).status,
      );
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test("S19: rows of users who never sign in are deleted in minutes", async () => {
    const rows = async () => {
      const { rows: left } = await sql<{ what: string; seconds: number | null }>`
        select model as what, extract(epoch from expires_at - now())::float as seconds from oauth_artifact
        union all select 'challenge', extract(epoch from expires_at - now())::float from siwe_challenge
        union all select 'limit', expire / 1000 - extract(epoch from now())::float from login_limit`.execute(
        connect.db,
      );
      return left;
    };
    const before = await rows();
    const user = new TestUser(connect.issuer);
    const { pathname } = await user.open(authorizeUrl(connect));
    const json = { address: user.address, chain_id: 1 };
    await user.request(`${pathname}/challenge`, { json, headers: by("192.0.2.1") });
    await user.request(`${pathname}/signature`, { json: { nonce: "0".repeat(32), signature: "0x00" } });
    await user.request("/", {});
    const added = await rows();
    expect(added.map(({ what }) => what).toSorted()).toEqual(
      [...before.map(({ what }) => what), "Interaction", "challenge"].toSorted(),
    );
    expect(Math.max(...added.map(({ seconds }) => seconds ?? Infinity))).toBeLessThanOrEqual(600);
  });

  test("D10: wrong secrets are checked a limited number of times; right ones and other clients don't count", async () => {
    use({ tokenFailureByClient: few });
    const good = () => exchange(connect, "unknown");
    for (let at = 0; at < 5; at++) expect((await good()).body.error).toBe("invalid_grant");
    const wrong = { ...connect.client, secret: "wrong" };
    const guess = () => exchange(connect, "x", { authorization: basic(wrong) });
    for (let at = 0; at < 3; at++) expect((await guess()).status).toBe(401);
    const refused = await guess();
    expect([refused.status, refused.body.error]).toEqual([429, "temporarily_unavailable"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await good()).status).toBe(429); // the same client from the same address
    const other = await connect.addClient();
    expect((await exchange(connect, "unknown", { authorization: basic(other) })).status).toBe(400);
    expect((await exchange(connect, "unknown", { headers: by("192.0.2.9") })).status).toBe(400);
  });

  test("wrong secrets in the form, of any clients, count for their address", async () => {
    use({ tokenFailureByAddress: few });
    const guess = (id: string) =>
      post(
        connect,
        { grant_type: "refresh_token", refresh_token: "x", client_id: id, client_secret: "y" },
        { authorization: null },
      );
    const statuses = [];
    for (let at = 0; at < 4; at++) statuses.push((await guess(`pc_${String(at).padStart(16, "0")}`)).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  test("T23: 50 wrong secrets of one client are soon rejected unchecked, at every process; the right one still works from elsewhere", async () => {
    const startProcess = () => (current = createLimits({ db: connect.db }));
    const guess = () => exchange(connect, "x", { authorization: basic({ ...connect.client, secret: "wrong" }) });
    const rightFrom = (address: string) => exchange(connect, "unknown", { headers: by(address) });
    startProcess();
    const replies = [];
    for (let at = 0; at < 50; at++) replies.push(await guess());
    const refused = replies.filter(({ status }) => status === 429);
    expect(replies.filter(({ status }) => status === 401).length).toBeLessThan(25); // 20, and concurrent ones
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401, 429]));
    for (const { headers } of refused) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await rightFrom("127.0.0.1")).status).toBe(429);
    expect((await rightFrom("192.0.2.9")).body.error).toBe("invalid_grant");

    startProcess(); // another one, on the same database
    expect((await guess()).status).toBe(401);
    await expect.poll(async () => (await guess()).status).toBe(429);
    expect((await rightFrom("192.0.2.9")).body.error).toBe("invalid_grant");
  });

  test("of signatures are shared by all processes, in a table without names; without a database each counts alone", async () => {
    const rules = { ...NO_LIMITS, signatureByInteraction: few };
    const processes = [createLimits({ rules, db: connect.db }), createLimits({ rules, db: connect.db })];
    const take = (at: number) => processes[at % 2]!.take("signatureByInteraction", "a secret id");
    for (let at = 0; at < 3; at++) await take(at);
    for (let at = 0; at < 2; at++) await expect(take(at)).rejects.toMatchObject({ code: "rate_limited" });
    const { rows } = await sql<{ key: string; points: number }>`
      select * from login_limit where key like 'signatureByInteraction%'`.execute(connect.db);
    expect(rows).toMatchObject([{ points: expect.any(Number) }]);
    expect(rows[0]!.key).toMatch(/^signatureByInteraction:[\w-]{43}$/);
    await deleteEndedLimits(connect.db);
    expect((await sql`select from login_limit`.execute(connect.db)).rows.length).toBeGreaterThan(0);
    await sql`update login_limit set expire = expire - 3700000`.execute(connect.db);
    await deleteEndedLimits(connect.db);
    expect((await sql`select from login_limit`.execute(connect.db)).rows).toEqual([]);
    await createLimits({ rules, db: connect.db }).take("signatureByInteraction", "a secret id");

    const nowhere = openDatabase("postgresql://127.0.0.1:9/none");
    const alone = createLimits({ rules, db: nowhere });
    for (let at = 0; at < 3; at++) await alone.take("signatureByInteraction", "x");
    await expect(alone.take("signatureByInteraction", "x")).rejects.toMatchObject({ code: "rate_limited" });
    await closeDatabase(nowhere);
  });

  test("end with their window", async () => {
    const { take } = use({ challengeByAddress: { points: 1, seconds: 1 } });
    await take("challengeByAddress", "a");
    await expect(take("challengeByAddress", "a")).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 1 });
    await take("challengeByAddress", "b");
    await expect
      .poll(() =>
        take("challengeByAddress", "a").then(
          () => "ok",
          () => "no",
        ),
      )
      .toBe("ok");
  });
});

test("H08: an address from an untrusted proxy is ignored", async () => {
  const own = createLimits({ rules: { ...NO_LIMITS, authorizeByAddress: few } });
  const direct = await startTestConnect({ parts: createParts, limits: own });
  try {
    const statuses = [];
    for (let at = 1; at <= 4; at++) {
      statuses.push(
        (await new TestUser(direct.issuer).request(authorizeUrl(direct), { headers: by(`192.0.2.${at}`) })).status,
      );
    }
    expect(statuses).toEqual([303, 303, 303, 429]);
  } finally {
    await direct.stop();
  }
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  [undefined, "unknown"],
])("an address is counted by its network: %s", (address, key) => {
  expect(addressKey(address)).toBe(key);
});
