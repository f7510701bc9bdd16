import { createOauthApp } from "@portico/store";
import { sql } from "kysely";
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { assertSignable } from "./challenge.ts";
import { type SignInScene, startSignInScene } from "../testing/signInScene.ts";

const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

let scene: SignInScene;
beforeAll(async () => {
  scene = await startSignInScene();
});
afterAll(() => scene.stop());

describe("a signature", () => {
  test("S02: counts once, even if posted 20 times at once", async () => {
    const { user, signIn } = await scene.begin();
    const { nonce, message } = await user.challenge(signIn);
    const json = { nonce, signature: await user.account.signMessage({ message }) };
    const post = () => user.request(`${signIn.pathname}/signature`, { json });
    const replies = await Promise.all(Array.from({ length: 20 }, post));
    const outcomes = replies.map(({ body }) => (body as { error?: string }).error ?? "won");
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 19 }, () => "challenge_used"), "won"]);
  });

  test("S15: in its other form (high s) is not a second login", async () => {
    const { user, signIn } = await scene.begin();
    const { nonce, message } = await user.challenge(signIn);
    const signature = await user.account.signMessage({ message });
    const s = CURVE_ORDER - BigInt(`0x${signature.slice(66, 130)}`);
    const other: Hex = `0x${signature.slice(2, 66)}${s.toString(16).padStart(64, "0")}${signature.endsWith("1b") ? "1c" : "1b"}`;
    const post = (json: object) => user.request(`${signIn.pathname}/signature`, { json });
    expect((await post({ nonce, signature })).status).toBe(200);
    expect((await post({ nonce, signature: other })).body.error).toBe("challenge_used");
  });

  test("for a challenge of another sign-in is unknown", async () => {
    const { user, signIn } = await scene.begin();
    const { nonce, message } = await user.challenge(signIn);
    const signature = await user.account.signMessage({ message });
    const elsewhere = await user.open(scene.urlOf());
    const reply = await user.request(`${elsewhere.pathname}/signature`, { json: { nonce, signature } });
    expect([reply.status, reply.body.error]).toEqual([400, "challenge_unknown"]);
  });

  const spoilt: readonly (readonly [string, (message: string) => string])[] = [
    ["S01: another domain", (text) => text.replace(/^\S+/, "evil.example")],
    ["S06: a line before URI", (text) => text.replace("URI:", "Resources:\n- x\nURI:")],
    ["S06: a line after the end", (text) => `${text}\nResources:`],
    ["S07: version 2", (text) => text.replace("Version: 1", "Version: 2")],
    ["S07: no Issued At", (text) => text.replace(/Issued At: .*\n/, "")],
    ["S07: 30 February", (text) => text.replace(/Issued At: \d{4}-\d\d-\d\d/, "Issued At: 2026-02-30")],
    ["S07: yesterday", (text) => text.replace(/Issued At: .*/, "Issued At: yesterday")],
    [
      "S07: another spelling of the address",
      (text) => text.replace(/0x[\da-fA-F]{40}/, (address) => address.toLowerCase()),
    ],
    ["S08: a scheme before the domain", (text) => `https://${text}`],
    ["S08: userinfo before the domain", (text) => `good@${text}`],
    ["S08: another port", (text) => text.replace(/^(\S+):\d+/, "$1:1")],
    ["S08: punycode", (text) => text.replace(/^\S+/, "xn--e1awd7f.example")],
    ["S08: a homoglyph", (text) => text.replace(/^\S+/, "еxample")],
    ["S08: no domain", (text) => text.replace(/^\S+/, "")],
  ];
  let begun: Awaited<ReturnType<SignInScene["begin"]>>;
  beforeAll(async () => (begun = await scene.begin()));
  test.each(spoilt)("%s: does not match", async (_, spoil) => {
    const { user, signIn } = begun;
    const { nonce, message } = await user.challenge(signIn);
    expect(spoil(message)).not.toBe(message);
    // on a chain that is available, otherwise only that chain could decide
    await sql`update siwe_challenge set chain_id = 56 where nonce = ${nonce}`.execute(scene.connect.db);
    const signature = await user.account.signMessage({ message: spoil(message) });
    const reply = await user.request(`${signIn.pathname}/signature`, {
      json: { nonce, signature, message: spoil(message) },
    });
    expect([reply.status, reply.body.error]).toEqual([400, "signature_invalid"]);
    expect((await user.details(signIn)).prompt).toBe("login");
  });

  test("S12: that only an unavailable chain can verify gets 503 and can be retried", async () => {
    const { user, signIn } = await scene.begin();
    const { nonce, message } = await user.challenge(signIn);
    const signature = await privateKeyToAccount(generatePrivateKey()).signMessage({ message });
    const reply = await user.request(`${signIn.pathname}/signature`, { json: { nonce, signature } });
    expect([reply.status, reply.body.error]).toEqual([503, "chain_unavailable"]);
    expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  const hostile: readonly (readonly [string, unknown, string])[] = [
    ["S04: unknown nonce", { nonce: "0".repeat(32), signature: "0x00" }, "challenge_unknown"],
    ["S04: empty nonce", { nonce: "", signature: "0x00" }, "challenge_unknown"],
    ["S04: no nonce", { signature: "0x00" }, "challenge_unknown"],
    ["S04: null", { nonce: null, signature: "0x00" }, "challenge_unknown"],
    ["S04: a list", { nonce: ["0".repeat(32)], signature: "0x00" }, "challenge_unknown"],
    ["S04: NUL", { nonce: "\0".repeat(32), signature: "0x00" }, "challenge_unknown"],
    ["SQL", { nonce: "' or 1=1 -- '; drop table oauth", signature: "0x00" }, "challenge_unknown"],
    ["no signature", { nonce: "0".repeat(32) }, "invalid_params"],
    ["an empty signature", { nonce: "0".repeat(32), signature: "0x" }, "invalid_params"],
    ["a signature that is no hex", { nonce: "0".repeat(32), signature: "0xzz" }, "invalid_params"],
    ["a list", [], "invalid_params"],
    ["__proto__", JSON.parse(`{"__proto__":{"nonce":"${"0".repeat(32)}","signature":"0x00"}}`), "challenge_unknown"],
  ];
  test("is rejected in every malformed shape, without skipping a check", async () => {
    const { user, signIn } = await scene.begin();
    for (const [what, json, error] of hostile) {
      const reply = await user.request(`${signIn.pathname}/signature`, { json });
      expect([what, reply.status, reply.body.error]).toEqual([what, 400, error]);
    }
  });
});

describe("a challenge", () => {
  test("S05: has an unpredictable nonce", async () => {
    const { user, signIn } = await scene.begin();
    const random = vi.spyOn(Math, "random").mockReturnValue(0.5);
    try {
      const challenges = await Promise.all(Array.from({ length: 20 }, () => user.challenge(signIn)));
      const nonces = challenges.map(({ nonce }) => nonce);
      expect(nonces.every((nonce) => /^[\da-f]{32}$/.test(nonce))).toBe(true);
      expect(new Set(nonces.map((nonce) => nonce.slice(0, 8))).size).toBe(20);
    } finally {
      random.mockRestore();
    }
  });

  test.each(["http://[::1]:4001", "https://connect"])(
    "can't be written for %s, which is reported at start",
    (issuer) => {
      expect(() => assertSignable(issuer)).toThrow(RangeError);
    },
  );

  test("is for an address and a chain, and nothing else", async () => {
    const { user, signIn } = await scene.begin();
    const { address } = user.account;
    const malformed: unknown[] = [
      {},
      { address },
      { chain_id: 1 },
      { address: "alice.eth", chain_id: 1 },
      { address: [address], chain_id: 1 },
      { address: `${address}00`, chain_id: 1 },
      { address: "0x".padEnd(20_000, "a"), chain_id: 1 },
      ...["1", 0, -1, 1.5, 2 ** 53, 1e300, null, [1]].map((id) => ({ address, chain_id: id })),
    ];
    for (const json of malformed) {
      const reply = await user.request(`${signIn.pathname}/challenge`, { json });
      expect([json, reply.status, reply.body.error]).toEqual([json, 400, "invalid_params"]);
    }
  });

  test("C08: shows a hostile name as plain letters in one line, and the page gets it unchanged", async () => {
    const name = "Dеmo' <b>App</b>\n\nURI: https://evil.example\u202E";
    const appId = await createOauthApp(scene.connect.db, { name, siteUrl: "https://app.example" });
    const { id } = await scene.connect.addClient({ appId });
    const { user, signIn } = await scene.begin({ client_id: id });
    expect((await user.details(signIn)).client.name).toBe(name);
    const { message } = await user.challenge(signIn);
    expect(message).toMatch(/^[\x20-\x7E\n]+$/);
    expect(message.split("\n")).toHaveLength(12);
    expect(message).toContain("application 'D?mo? ?b?App?/b???URI: https://evil.example?' at 127.0.0.1:9.");
  });
});
