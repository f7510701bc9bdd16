import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SignInScene, startSignInScene } from "../testing/signInScene.ts";

let scene: SignInScene;
beforeAll(async () => {
  scene = await startSignInScene();
});
afterAll(() => scene.stop());

describe("C01: a sign-in of another browser", () => {
  const paths = ["/details", "/challenge", "/signature", "/decision", "/switch"];
  let theirs: URL;
  let other: Awaited<ReturnType<SignInScene["begin"]>>;
  beforeAll(async () => {
    theirs = (await scene.beginDecision()).signIn;
    other = await scene.begin();
  });
  test.each(paths)("reveals and does nothing at %j", async (path) => {
    const options = path === "/details" ? {} : { json: { address: other.user.address, chain_id: 1 } };
    for (const user of [scene.newUser(), other.user]) {
      const reply = await user.request(`${theirs.pathname}${path}`, options);
      expect([reply.status, reply.body.error]).toEqual([400, "interaction_expired"]);
      expect(JSON.stringify(reply.body)).not.toMatch(/Test app|user:|pc_/);
    }
  });

  test("has no page, except one that reports its end", async () => {
    for (const user of [scene.newUser(), other.user]) {
      const reply = await user.request(theirs.pathname);
      expect([reply.status, reply.headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"]);
      expect(reply.body).toContain('"kind":"expired"');
      expect(reply.body).not.toMatch(/Test app|user:base|pc_/);
    }
  });

  test("is not found with its own cookie under another uid either", async () => {
    const { user, signIn } = await scene.begin();
    const cookies = (await user.request(scene.urlOf())).headers.getSetCookie();
    const cookie = cookies.map((line) => line.split(";", 1)[0]).join("; ");
    const reply = await scene.newUser().request(`${signIn.pathname}/details`, { headers: { cookie } });
    expect([reply.status, reply.body.error]).toEqual([400, "interaction_expired"]);
  });
});

describe("clocks", () => {
  test("C10: a sign-in that is too old is over, at every step", async () => {
    const { user, signIn } = await scene.begin();
    const { nonce, message } = await user.challenge(signIn);
    await sql`update oauth_artifact set expires_at = now() - interval '1 s' where model = 'Interaction'`.execute(
      scene.connect.db,
    );
    const signature = await user.account.signMessage({ message });
    for (const [path, json] of [
      ["details"],
      ["signature", { nonce, signature }],
      ["challenge", {}],
      ["switch", {}],
    ] as const) {
      const reply = await user.request(`${signIn.pathname}/${path}`, {
        json,
        ...(json === undefined && { method: "GET" }),
      });
      expect([path, reply.status, reply.body.error]).toEqual([path, 400, "interaction_expired"]);
      expect(JSON.stringify(reply.body)).not.toContain("http");
    }
  });

  test("S04: a challenge that is too old is rejected, by the database's clock", async () => {
    const { user, signIn } = await scene.begin();
    const { nonce, message } = await user.challenge(signIn);
    await sql`update siwe_challenge set expires_at = now() - interval '1 s' where nonce = ${nonce}`.execute(
      scene.connect.db,
    );
    const signature = await user.account.signMessage({ message });
    const reply = await user.request(`${signIn.pathname}/signature`, { json: { nonce, signature } });
    expect([reply.status, reply.body.error]).toEqual([400, "challenge_expired"]);
    expect((await user.prove(signIn)).status).toBe(200); // nothing is lost
  });
});

describe("a request that isn't from our own page", () => {
  const foreign: readonly (readonly [string, Record<string, string | undefined>])[] = [
    ["a foreign origin", { origin: "https://evil.example" }],
    ["no origin at all", { origin: undefined }],
    ["an opaque origin", { origin: "null" }],
    ["our host over another scheme", { origin: "https://127.0.0.1:4001" }],
    ["a cross-site request", { "sec-fetch-site": "cross-site" }],
    ["a request of a neighbouring site", { "sec-fetch-site": "same-site" }],
    ["a request that only claims to be ours", { origin: "https://evil.example", "sec-fetch-site": "same-origin" }],
    ["a navigation", { "sec-fetch-site": "none", origin: undefined }],
  ];
  let begun: Awaited<ReturnType<SignInScene["begin"]>>;
  beforeAll(async () => (begun = await scene.beginDecision()));
  test.each(foreign)("is rejected: %s", async (_, headers) => {
    const { user, signIn } = begun;
    for (const step of ["challenge", "signature", "decision", "switch"]) {
      const reply = await user.request(`${signIn.pathname}/${step}`, { json: {}, headers });
      expect([step, reply.status, reply.body.error]).toEqual([step, 403, "csrf"]);
    }
    expect((await user.details(signIn)).prompt).toBe("consent");
  });

  test("may have no Origin if Sec-Fetch-Site is same-origin", async () => {
    const { user, signIn } = await scene.begin();
    const json = { address: user.address, chain_id: 1 };
    const headers = { origin: undefined, "sec-fetch-site": "same-origin" };
    expect((await user.request(`${signIn.pathname}/challenge`, { json, headers })).status).toBe(200);
  });

  const json = JSON.stringify({ address: `0x${"11".repeat(20)}`, chain_id: 1 });
  const bodies: readonly (readonly [
    string,
    string | Uint8Array<ArrayBuffer>,
    Record<string, string | undefined>,
    number,
  ])[] = [
    ["text/plain", json, { "content-type": "text/plain" }, 415],
    ["a form", "address=0x&chain_id=1", { "content-type": "application/x-www-form-urlencoded" }, 415],
    ["multipart", json, { "content-type": "multipart/form-data; boundary=x" }, 415],
    ["UTF-7", json, { "content-type": "application/json; charset=utf-7" }, 415],
    ["gzip", new Uint8Array(gzipSync(json)), { "content-encoding": "gzip" }, 415],
    ["33 kB", `${json}${" ".repeat(33_000)}`, {}, 413],
    ["10 MB", " ".repeat(10_000_000), {}, 413],
    ["half a text", '{"address":', {}, 400],
    ["a string", '"x"', {}, 400],
    ["a list", "[]", {}, 400],
    ["30 000 levels", "[".repeat(30_000), {}, 400],
  ];
  test("is rejected unless its body is a small JSON object", async () => {
    const { user, signIn } = await scene.begin();
    for (const [what, text, headers, status] of bodies) {
      const reply = await user.request(`${signIn.pathname}/challenge`, { text, headers });
      expect([what, reply.status]).toEqual([what, status]);
    }
  });

  test("gets 405 for another method, and 404 for other paths", async () => {
    const { user, signIn } = await scene.begin();
    const wrong = [
      ["decision", "GET", "POST"],
      ["details", "POST", "GET"],
      ["switch", "PUT", "POST"],
    ] as const;
    for (const [path, method, allow] of wrong) {
      const reply = await user.request(`${signIn.pathname}/${path}`, { method });
      expect([path, reply.status, reply.headers.get("allow")]).toEqual([path, 405, allow]);
    }
    for (const path of ["/nothing", "/Details", "/details/"]) {
      expect((await user.request(`${signIn.pathname}${path}`)).status).toBe(404);
    }
  });
});
