import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createParts } from "../parts.ts";
import { authorizeUrl, exchange, refresh } from "../testing/client.ts";
import { TestUser } from "../testing/testUser.ts";
import { startTestConnect, type TestConnect } from "../testing/startTestConnect.ts";

let connect: TestConnect;
beforeAll(async () => {
  connect = await startTestConnect({ parts: createParts });
});
afterAll(() => connect.stop());

const other = `0x${"b0".repeat(20)}`;
const newUser = () => new TestUser(connect.issuer);
async function enter(): Promise<TestUser> {
  const user = newUser();
  expect((await user.enter()).body).toEqual({ address: user.address });
  return user;
}

describe("a session", () => {
  test("begins with a signature and ends on request; the old cookie is then invalid", async () => {
    const user = newUser();
    expect((await user.request("/connections")).body.error).toBe("signed_out");
    const entered = await user.enter();
    const [cookie = ""] = entered.headers.getSetCookie();
    expect(cookie).toMatch(/; httponly/i);
    expect(cookie).toMatch(/; samesite=lax/i);
    expect((await user.request("/connections")).body).toEqual({
      address: user.address,
      account: user.address,
      chain: null,
      connections: [],
    });

    const thief = entered.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
    const steal = () => newUser().request("/connections", { headers: { cookie: thief.join("; ") } });
    expect((await steal()).status).toBe(200);
    expect((await user.request("/session/end", { json: {} })).status).toBe(200);
    expect((await user.request("/connections")).status).toBe(401);
    expect((await steal()).status).toBe(401);
  });

  test("gets a new identifier with every signature: session fixation is impossible", async () => {
    const user = newUser();
    const first = (await user.enter()).headers.getSetCookie();
    const second = (await user.enter()).headers.getSetCookie();
    expect(second[0]).not.toBe(first[0]);
    const cookie = first.map((line) => line.split(";", 1)[0]).join("; ");
    expect((await newUser().request("/connections", { headers: { cookie } })).status).toBe(401);
  });

  test("is shared by applications and our own pages", async () => {
    const user = newUser();
    await user.authorize(authorizeUrl(connect));
    expect((await user.request("/connections")).body.connections).toHaveLength(1);
    const visitor = await enter();
    expect(await visitor.details(await visitor.open(authorizeUrl(connect)))).toMatchObject({
      address: visitor.address,
    });
  });

  test("can't be started with the challenge of an application's sign-in, nor the other way round", async () => {
    const user = newUser();
    const signIn = await user.open(authorizeUrl(connect));
    const forApp = await user.challenge(signIn);
    const { body: forPage } = await user.request("/session/challenge", {
      json: { address: user.address, chain_id: 1 },
    });
    const answerTo = async ({ nonce, message }: { nonce: string; message: string }) => ({
      nonce,
      signature: await user.account.signMessage({ message }),
    });
    const crossed = [
      await user.request("/session", { json: await answerTo(forApp) }),
      await user.request(`${signIn.pathname}/signature`, { json: await answerTo(forPage) }),
    ];
    expect(crossed.map(({ body }) => body.error)).toEqual(["challenge_unknown", "challenge_unknown"]);
  });

  test("of another account rejects requests from a page that shows the first one", async () => {
    const user = await enter();
    const put = (name: string, account: string) =>
      user.request("/connections/profile", { method: "PUT", json: { name }, headers: { "portico-account": account } });
    expect((await put("Mine", user.address)).status).toBe(200);
    const refused = await put("Another's", other);
    expect([refused.status, refused.body.error]).toEqual([401, "signed_out"]);
    expect((await user.request("/connections/profile")).body.name).toBe("Mine");
  });

  test("S02: of 20 concurrent answers to one challenge, one succeeds", async () => {
    const user = newUser();
    const { body } = await user.request("/session/challenge", { json: { address: user.address, chain_id: 1 } });
    const json = { nonce: body.nonce, signature: await user.account.signMessage({ message: body.message }) };
    const replies = await Promise.all(Array.from({ length: 20 }, () => user.request("/session", { json })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("a connected application", () => {
  test("is listed with its scopes, and loses all access when it is removed", async () => {
    const user = newUser();
    const scope = "user:base:read user:chain:read";
    const back = await user.authorize(authorizeUrl(connect, { scope }));
    const { body: tokens } = await exchange(connect, back.searchParams.get("code")!);
    const { body } = await user.request("/connections");
    expect(body.connections).toEqual([
      {
        client_id: connect.client.id,
        name: "Test app",
        site_url: "https://app.example",
        logo_url: null,
        is_validated: false,
        scopes: scope.split(" "),
        granted_at: expect.any(Number) as number,
        updated_at: expect.any(Number) as number,
      },
    ]);
    const remove = (from: TestUser) => from.request("/connections", { json: { remove: connect.client.id } });
    expect((await remove(await enter())).status).toBe(404); // another user's remains
    expect((await remove(user)).body).toEqual({});
    expect((await user.request("/connections")).body.connections).toEqual([]);
    expect((await refresh(connect, tokens.refresh_token)).body.error).toBe("invalid_grant");
    expect((await user.details(await user.open(authorizeUrl(connect)))).prompt).toBe("consent");
    expect((await remove(user)).status).toBe(404);
  });

  test("R09: loses all access also if the user consented twice at the same time", async () => {
    const user = await enter();
    const signIns = [await user.open(authorizeUrl(connect)), await user.open(authorizeUrl(connect))];
    const replies = await Promise.all(signIns.map((signIn) => user.decide(signIn)));
    const refreshTokens: string[] = [];
    for (const { body } of replies) {
      const back = await user.open(body.next);
      const { body: tokens } = await exchange(connect, back.searchParams.get("code")!);
      if (tokens.refresh_token !== undefined) refreshTokens.push(tokens.refresh_token);
    }
    expect(refreshTokens.length).toBeGreaterThan(0);
    await user.request("/connections", { json: { remove: connect.client.id } });
    const { rows } = await sql`
      select model from oauth_artifact where account = ${user.address} and client_id is not null`.execute(connect.db);
    expect(rows).toEqual([]);
    for (const token of refreshTokens) expect((await refresh(connect, token)).body.error).toBe("invalid_grant");
  });

  test("is removed by its id only", async () => {
    const user = await enter();
    for (const remove of [undefined, null, 1, ["x"], "a\0b", "x".repeat(256)]) {
      const reply = await user.request("/connections", { json: { remove } });
      expect([remove, reply.status]).toEqual([remove, 400]);
    }
  });
});

describe("a profile", () => {
  test("is empty at first, then exactly what the user saved", async () => {
    const user = await enter();
    const empty = { name: null, bio: null, logo_url: null, link_list: [] };
    expect((await user.request("/connections/profile")).body).toEqual(empty);
    const json = {
      name: " Ａlice 👩‍👩‍👧 ",
      bio: "Collects maps.\r\nAnd <b>stamps</b>.",
      logo_url: "https://alice.example/me.png",
      link_list: [{ name: "Blog", url: "https://alice.example" }, { url: "https://b.example/x?y#z" }],
    };
    const written = {
      name: "Ａlice 👩‍👩‍👧",
      bio: "Collects maps.\nAnd <b>stamps</b>.",
      logo_url: "https://alice.example/me.png",
      link_list: [
        { name: "Blog", url: "https://alice.example/" },
        { name: "b.example", url: "https://b.example/x?y#z" },
      ],
    };
    expect((await user.request("/connections/profile", { method: "PUT", json })).body).toEqual(written);
    expect((await user.request("/connections/profile")).body).toEqual(written);
    expect((await (await enter()).request("/connections/profile")).body).toEqual(empty);
    expect((await user.request("/connections/profile", { method: "PUT", json: {} })).body).toEqual(empty);
  });

  const link = (url: unknown) => ({ link_list: [{ name: "x", url }] });
  const malformed: readonly (readonly [string, unknown])[] = [
    ["name", { name: 1 }],
    ["name", { name: "x".repeat(51) }],
    ["name", { name: "x".repeat(20_000) }],
    ["name", { name: "a\nb" }],
    ["name", { name: "a\u0000b" }],
    ["name", { name: "a\u202Eb" }],
    ["name", { name: "a\uD800b" }],
    ["bio", { bio: "x".repeat(501) }],
    ["bio", { bio: ["x"] }],
    ["bio", { bio: "a\u2066b" }],
    ["logo_url", { logo_url: "http://alice.example/x.png" }],
    ["logo_url", { logo_url: "javascript:alert(1)" }],
    ["logo_url", { logo_url: "data:image/svg+xml,<svg/>" }],
    ["logo_url", { logo_url: "https://user:password@alice.example" }],
    ["logo_url", { logo_url: `https://alice.example/${"x".repeat(1000)}` }],
    ["logo_url", { logo_url: "//alice.example" }],
    ["logo_url", { logo_url: {} }],
    ["link_list", { link_list: "x" }],
    ["link_list", { link_list: { length: 1 } }],
    ["link_list", { link_list: Array.from({ length: 11 }, () => ({ name: "x", url: "https://x.example" })) }],
    ["link_list[0]", { link_list: ["x"] }],
    ["link_list[0]", { link_list: [null] }],
    ["link_list[0].url", link(null)],
    ["link_list[0].url", link("javascript:alert(1)")],
    ["link_list[0].url", link("ftp://x.example")],
    ["link_list[0].name", { link_list: [{ name: "x".repeat(51), url: "https://x.example" }] }],
  ];
  test("accepts short plain text and https addresses, and names any other field", async () => {
    const user = await enter();
    for (const [field, json] of malformed) {
      const reply = await user.request("/connections/profile", { method: "PUT", json });
      expect([json, reply.status, reply.body.error]).toEqual([json, 400, "invalid_params"]);
      expect(reply.body.message.split(" ")[0]).toBe(field);
    }
    const { rows } = await sql`select 1 from profile where address = decode(${user.address.slice(2)}, 'hex')`.execute(
      connect.db,
    );
    expect(rows).toEqual([]);
  });
});

describe("following", () => {
  test("is added and removed by the user, any number of times, and listed newest first", async () => {
    const user = await enter();
    const one = await enter();
    await one.request("/connections/profile", { method: "PUT", json: { name: "One" } });
    for (const address of [other, one.account.address, one.address]) {
      expect((await user.request(`/connections/following/${address}`, { method: "PUT" })).body).toEqual({});
    }
    expect((await user.request("/connections/following?start=0&limit=20")).body).toEqual({
      following_list: [
        { id: one.address, web3_id: null, name: "One" },
        { id: other, web3_id: null, name: null },
      ],
      total_count: 2,
    });
    const { body } = await user.request("/connections/following?start=1&limit=1");
    expect(body).toMatchObject({ following_list: [{ id: other }], total_count: 2 });
    for (let twice = 0; twice < 2; twice++)
      await user.request(`/connections/following/${one.address}`, { method: "DELETE" });
    expect((await user.request("/connections/following")).body.total_count).toBe(1);
  });

  test("is limited, and an account that is followed already may be followed again at the limit", async () => {
    const user = await enter();
    await sql`insert into follow (follower, followed)
      select decode(${user.address.slice(2)}, 'hex'), decode(lpad(to_hex(n), 40, '0'), 'hex')
      from generate_series(1, 5000) n`.execute(connect.db);
    const put = (address: string) => user.request(`/connections/following/${address}`, { method: "PUT" });
    expect(await put(`0x${"1".padStart(40, "0")}`)).toMatchObject({ status: 200, body: {} });
    expect(await put(other)).toMatchObject({ status: 400, body: { error: "invalid_params" } });
  });

  test("works with other users only, by address, and is read in pages", async () => {
    const user = await enter();
    for (const address of [user.address, user.account.address, "alice.eth", "0x1", `${other}00`, "%00"]) {
      const reply = await user.request(`/connections/following/${address}`, { method: "PUT" });
      expect([address, reply.status, reply.body.error]).toEqual([address, 400, "invalid_params"]);
    }
    for (const query of ["start=-1", "limit=101", "limit=x", "start=1e3", "start=1&start=2", "limit[]=1&limit=0x1"]) {
      expect([query, (await user.request(`/connections/following?${query}`)).status]).toEqual([query, 400]);
    }
  });
});

describe("a request that isn't from our own page", () => {
  const changes = [
    ["POST", "/connections"],
    ["PUT", "/connections/profile"],
    ["PUT", `/connections/following/${other}`],
    ["DELETE", `/connections/following/${other}`],
    ["PUT", "/connections/inbox/ms_1/read"],
    ["PUT", "/connections/blocked/acc_1"],
    ["DELETE", "/connections/blocked/acc_1"],
    ["POST", "/session/challenge"],
    ["POST", "/session"],
    ["POST", "/session/end"],
  ] as const;
  test.each(changes)("D10: changes nothing: %s %s", async (method, path) => {
    const user = await enter();
    const foreign = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: undefined },
      { "sec-fetch-site": "cross-site" },
    ];
    for (const headers of foreign) {
      const reply = await user.request(path, { method, json: {}, headers });
      expect([headers, reply.status, reply.body.error]).toEqual([headers, 403, "csrf"]);
    }
    expect((await user.request("/connections")).status).toBe(200);
  });

  const closed = [
    ["GET", "/connections"],
    ["POST", "/connections"],
    ["GET", "/connections/profile"],
    ["PUT", "/connections/profile"],
    ["GET", "/connections/following"],
    ["PUT", `/connections/following/${other}`],
    ["DELETE", `/connections/following/${other}`],
    ["GET", "/connections/inbox"],
    ["PUT", "/connections/inbox/ms_1/read"],
    ["PUT", "/connections/blocked/acc_1"],
    ["DELETE", "/connections/blocked/acc_1"],
  ] as const;
  test("is rejected without a session, regardless of its cookies", async () => {
    for (const [method, path] of closed) {
      for (const cookie of ["", "portico_session=x", "portico_session=x; portico_session.sig=y"]) {
        const body = method === "GET" ? {} : { json: {} };
        const reply = await newUser().request(path, { method, ...body, headers: { cookie } });
        expect([method, path, reply.status, reply.body.error]).toEqual([method, path, 401, "signed_out"]);
      }
    }
  });

  test("gets 405 for another method", async () => {
    const wrong = [
      ["DELETE", "/connections", "GET, POST"],
      ["GET", "/session", "POST"],
      ["POST", "/connections/profile", "GET, PUT"],
    ] as const;
    for (const [method, path, allow] of wrong) {
      const reply = await newUser().request(path, { method });
      expect([path, reply.status, reply.headers.get("allow")]).toEqual([path, 405, allow]);
    }
  });
});
