import { keySubject } from "../accounts/subject.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAccount, setAccountDisabled } from "../accounts/accounts.ts";
import { ensureConnectKey, listConnectKeys, rotateConnectKey, deleteRetiredKeys } from "./connectKeys.ts";
import { findConsent, listConnections, removeConsent, upsertConsent } from "./consents.ts";
import { inTransaction } from "../database/database.ts";
import { follow, listFollowers, listFollowing, unfollow } from "../social/follows.ts";
import {
  claimDecision,
  consumeArtifact,
  deleteArtifact,
  deleteExpired,
  findArtifact,
  findArtifactByUid,
  findBearer,
  revokeGrant,
  updateArtifact,
  upsertArtifact,
  type ArtifactKey,
} from "./oauthArtifacts.ts";
import {
  createOauthApp,
  createOauthClient,
  ensureDocumentClient,
  findOauthClient,
  hashClientSecret,
  listOauthApps,
  listOauthClients,
  rotateClientSecret,
  setOauthClientDisabled,
} from "./oauthClients.ts";
import { deleteOauthClient } from "./ownedApps.ts";
import { findProfile, listProfiles, upsertProfile } from "../social/profiles.ts";
import {
  createPhoneSignIn,
  findPhoneRequest,
  findPhoneState,
  openPhoneSignIn,
  redeemPhoneCode,
  setPhoneProof,
} from "./phoneSignIns.ts";
import { burnSiweChallenge, createSiweChallenge, findChallengeState } from "./siweChallenges.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const ALICE = `0x${"a1".repeat(20)}` as const;
const BOB = `0x${"b0".repeat(20)}` as const;
const CAROL = `0x${"ca".repeat(20)}` as const;

let appId: string;
let clientId: string;
beforeAll(async () => {
  appId = await createOauthApp(db, { name: "App", siteUrl: "https://app.example", logoUrl: null, isValidated: true });
  ({ id: clientId } = await createOauthClient(db, { appId, redirectUris: ["https://app.example/cb"] }));
});

const issue = (id: string, grantId: string, ttlSeconds = 60) =>
  upsertArtifact(db, {
    model: "AccessToken",
    id,
    payload: { aud: "api", scope: "a b" },
    ttlSeconds,
    grantId,
    clientId,
    account: ALICE,
  });
const grant = (id: string) =>
  upsertArtifact(db, { model: "Grant", id, payload: {}, ttlSeconds: 60, grantId: id, clientId, account: ALICE });

test("a client is found with its app, and its secrets only as hashes", async () => {
  const { id, secret } = await createOauthClient(db, {
    appId,
    redirectUris: ["http://127.0.0.1:3000/cb"],
    refusal: "page",
  });
  const client = await findOauthClient(db, id);
  expect(client).toMatchObject({
    id,
    app: { id: appId, name: "App", isValidated: true },
    refusal: "page",
    scopeFormat: "array",
  });
  expect(client?.secretHashes).toEqual([hashClientSecret(secret)]);
  expect((await listOauthClients(db)).map((each) => each.id)).toContain(id);
  expect(await listOauthApps(db)).toMatchObject([{ id: appId, siteUrl: "https://app.example" }]);
  expect(await setOauthClientDisabled(db, id, true)).toBe(true);
  expect((await findOauthClient(db, id))?.isDisabled).toBe(true);
  for (const unknown of ["pc_0123456789abcdef", "", "\0", "pc_"])
    expect(await findOauthClient(db, unknown)).toBeUndefined();
  expect(await rotateClientSecret(db, "pc_unknown")).toBeUndefined();
});

test.each([
  "http://app.example/cb",
  "javascript:alert(1)",
  "https://a.example/#x",
  "https://*.example/",
  "https://u:p@a.example/",
  "x",
])("no client may have the redirect URI %s", async (uri) => {
  await expect(createOauthClient(db, { appId, redirectUris: [uri] })).rejects.toThrow(RangeError);
});

test("an artifact is found by its id until it expires, with every character of its payload", async () => {
  const payload = { state: 'é"\u0000<', n: 1 };
  await upsertArtifact(db, { model: "Interaction", id: "i", payload, ttlSeconds: 60 });
  expect(await findArtifact(db, { model: "Interaction", id: "i" })).toEqual({
    payload,
    secondsLeft: 60,
    consumedAt: undefined,
  });
  expect(await findArtifact(db, { model: "Session", id: "i" })).toBeUndefined();
  await upsertArtifact(db, { model: "Session", id: "s", uid: "u", payload: { a: 1 }, ttlSeconds: undefined });
  expect(await findArtifactByUid(db, { model: "Session", uid: "u" })).toMatchObject({
    payload: { a: 1 },
    secondsLeft: undefined,
  });
  await upsertArtifact(db, { model: "Session", id: "s", uid: "u", payload: { a: 2 }, ttlSeconds: 0 });
  expect(await findArtifact(db, { model: "Session", id: "s" })).toBeUndefined();
});

test("the first of concurrent decisions is final, and a deleted one is neither written nor deleted again", async () => {
  const key = { model: "Interaction", id: "decided" };
  await upsertArtifact(db, { ...key, payload: { state: "\0" }, ttlSeconds: 60 });
  const claims = await Promise.all(
    ["allow", "refuse", "allow", "refuse"].map((decision) => claimDecision(db, { id: key.id, decision })),
  );
  expect(new Set(claims).size).toBe(1);
  expect(await updateArtifact(db, { ...key, payload: { state: "new" } })).toBe(true);
  expect(await claimDecision(db, { id: key.id, decision: "other" })).toBe(claims[0]);
  expect(await findArtifact(db, key)).toMatchObject({ payload: { state: "new" } });
  const deletions = await Promise.all([deleteArtifact(db, key), deleteArtifact(db, key)]);
  expect(deletions.filter((wasThere) => wasThere)).toHaveLength(1);
  expect(await updateArtifact(db, { ...key, payload: {} })).toBe(false);
  expect(await claimDecision(db, { id: key.id, decision: "allow" })).toBeUndefined();
});

test("one of 20 concurrent consumers succeeds; within the grace period all do, counted from the first", async () => {
  const key = { model: "RefreshToken", id: "r" };
  await upsertArtifact(db, { ...key, payload: {}, ttlSeconds: 60 });
  const all = await Promise.all(Array.from({ length: 20 }, () => consumeArtifact(db, key)));
  expect(all.filter(Boolean)).toHaveLength(1);
  expect(await consumeArtifact(db, { ...key, graceSeconds: 30 })).toBe(true);
  expect((await findArtifact(db, { ...key, graceSeconds: 30 }))?.consumedAt).toBeUndefined();
  expect((await findArtifact(db, key))?.consumedAt).toBeGreaterThan(0);
  await sql`update oauth_artifact set consumed_at = consumed_at - interval '31 s' where model = 'RefreshToken'`.execute(
    db,
  );
  expect(await consumeArtifact(db, { ...key, graceSeconds: 30 })).toBe(false);
  expect((await findArtifact(db, { ...key, graceSeconds: 30 }))?.consumedAt).toBeGreaterThan(0);
});

test("a consumer that began before the winner and comes after it loses, although its clock is behind", async () => {
  const key = { model: "AuthorizationCode", id: "late" };
  await upsertArtifact(db, { ...key, payload: {}, ttlSeconds: 60 });
  const isLate = await inTransaction(db, async (tx) => {
    await sql`select now()`.execute(tx);
    expect(await consumeArtifact(db, key)).toBe(true);
    return await consumeArtifact(tx, key);
  });
  expect(isLate).toBe(false);
});

test("a client by a document is stored with what the document says, and stays disabled", async () => {
  const id = "https://agent.example/client.json";
  const document = { id, name: "Agent", siteUrl: "https://agent.example/", redirectUris: ["http://127.0.0.1/back"] };
  await Promise.all([1, 2].map(() => ensureDocumentClient(db, document)));
  await setOauthClientDisabled(db, id, true);
  await ensureDocumentClient(db, { ...document, name: "Renamed", redirectUris: ["http://127.0.0.1/other"] });
  expect(await findOauthClient(db, id)).toMatchObject({
    app: { name: "Renamed", siteUrl: "https://agent.example/", isValidated: false, accountId: null },
    redirectUris: ["http://127.0.0.1/other"],
    scopeFormat: "string",
    isDisabled: true,
  });
  await expect(ensureDocumentClient(db, { ...document, redirectUris: ["http://agent.example/"] })).rejects.toThrow(
    "not a valid redirect URI",
  );
  await deleteOauthClient(db, id);
});

test("a bearer token is found while token, grant, client and the client's account are all valid", async () => {
  await grant("g1");
  await issue("t1", "g1");
  const times = { expiresAt: expect.any(Date), grantExpiresAt: expect.any(Date) };
  const names = { clientId, appName: "App", grantId: "g1" };
  const bearer = { account: ALICE, ...names, accountId: null, scopes: ["a", "b"], ...times };
  expect(await findBearer(db, "t1", "api")).toEqual(bearer);
  expect(await findBearer(db, "t1", "other")).toBeUndefined();
  await setOauthClientDisabled(db, clientId, true);
  expect(await findBearer(db, "t1", "api")).toBeUndefined();
  await setOauthClientDisabled(db, clientId, false);
  const { id: accountId } = await createAccount(db, { name: "Owner" });
  await sql`update oauth_app set account_id = ${accountId} where id = ${appId}`.execute(db);
  expect(await findBearer(db, "t1", "api")).toEqual({ ...bearer, accountId });
  await setAccountDisabled(db, accountId, true);
  expect(await findBearer(db, "t1", "api")).toBeUndefined();
  expect(await findOauthClient(db, clientId)).toMatchObject({ isDisabled: false, isAccountDisabled: true });
  await setAccountDisabled(db, accountId, false);
  await issue("t2", "g1", 0);
  expect(await findBearer(db, "t2", "api")).toBeUndefined();
  await revokeGrant(db, "g1");
  await issue("t1", "g1"); // by a process without the notification
  expect(await findBearer(db, "t1", "api")).toBeUndefined();
});

test("a consent grows with its grant, isn't replaced while that is alive, and its removal revokes everything", async () => {
  const key = { account: keySubject(ALICE), clientId };
  await grant("g2");
  await issue("t3", "g2");
  await upsertConsent(db, { ...key, grantId: "g2", scopes: ["b"] });
  await upsertConsent(db, { ...key, grantId: "g2", scopes: ["a", "b"] });
  expect(await findConsent(db, key)).toMatchObject({ grantId: "g2", scopes: ["a", "b"] });
  await grant("g3");
  expect(await upsertConsent(db, { ...key, grantId: "g3", scopes: ["a"] })).toBe(false);
  expect(await findConsent(db, key)).toMatchObject({ grantId: "g2", scopes: ["a", "b"] });
  expect(await findArtifact(db, { model: "Grant", id: "g3" })).toBeUndefined();
  expect(await findBearer(db, "t3", "api")).toMatchObject({ account: ALICE });
  await sql`update oauth_artifact set expires_at = now() where grant_id = 'g2' and model = 'Grant'`.execute(db);
  await grant("g3");
  await issue("t4", "g3");
  expect(await upsertConsent(db, { ...key, grantId: "g3", scopes: ["a"] })).toBe(true);
  expect(await findConsent(db, key)).toMatchObject({ grantId: "g3", scopes: ["a"] });
  expect(await findBearer(db, "t3", "api")).toBeUndefined();
  expect(await findArtifact(db, { model: "AccessToken", id: "t3" })).toBeUndefined(); // ended with its grant
  expect(await findBearer(db, "t4", "api")).toMatchObject({ account: ALICE });
  expect(await listConnections(db, keySubject(ALICE))).toMatchObject([
    { clientId, name: "App", siteUrl: "https://app.example", scopes: ["a"] },
  ]);
  expect(await listConnections(db, keySubject(BOB))).toEqual([]);
  expect([await removeConsent(db, key), await removeConsent(db, key)]).toEqual([true, false]);
  expect(await findBearer(db, "t4", "api")).toBeUndefined();
  expect(await findArtifact(db, { model: "Grant", id: "g3" })).toBeUndefined();
});

test("two concurrent first consents leave one grant alive, the stored one", async () => {
  await Promise.all(["g4", "g5"].map(grant));
  const key = { account: keySubject(ALICE), clientId };
  await Promise.all(["g4", "g5"].map((grantId) => upsertConsent(db, { ...key, grantId, scopes: ["a"] })));
  const { grantId } = (await findConsent(db, key)) ?? {};
  const alive = await Promise.all(["g4", "g5"].map((id) => findArtifact(db, { model: "Grant", id })));
  expect(alive.map((found) => found !== undefined)).toEqual([grantId === "g4", grantId === "g5"]);
  await revokeGrant(db, grantId ?? "");
  expect(await findConsent(db, key)).toBeUndefined();
});

test("a challenge is consumed by one of 20, for its own interaction, and not once expired", async () => {
  const challenge = { nonce: "n1", message: "text\n", address: ALICE, chainId: 8453 };
  const key = { nonce: "n1", interaction: "i1" };
  await createSiweChallenge(db, { ...challenge, interaction: "i1", ttlSeconds: 60 });
  expect(await burnSiweChallenge(db, { nonce: "n1", interaction: "i2" })).toBeUndefined();
  expect(await findChallengeState(db, key)).toBe("open");
  const all = await Promise.all(Array.from({ length: 20 }, () => burnSiweChallenge(db, key)));
  expect(all.filter((each) => each !== undefined)).toEqual([challenge]);
  expect(await findChallengeState(db, key)).toBe("used");
  await createSiweChallenge(db, { ...challenge, nonce: "n2", interaction: "i1", ttlSeconds: 0 });
  expect(await burnSiweChallenge(db, { nonce: "n2", interaction: "i1" })).toBeUndefined();
  expect(await findChallengeState(db, { nonce: "n2", interaction: "i1" })).toBe("expired");
  expect(await findChallengeState(db, { nonce: "n2", interaction: "i2" })).toBe("unknown");
});

test("a profile is the last one written; without one it is empty", async () => {
  expect(await findProfile(db, keySubject(ALICE))).toEqual({ name: null, bio: null, logoUrl: null, links: [] });
  const profile = {
    name: "Alice ✨",
    bio: null,
    logoUrl: "https://a.example/a.png",
    links: [{ name: "site", url: "https://a.example" }],
  };
  await upsertProfile(db, keySubject(ALICE), { ...profile, bio: "first" });
  await upsertProfile(db, keySubject(ALICE), profile);
  expect(await findProfile(db, keySubject(ALICE))).toEqual(profile);
  expect(await listProfiles(db, [keySubject(ALICE), keySubject(BOB)])).toEqual(new Map([[ALICE, profile]]));
});

test("follows are listed newest first, in pages, with their total", async () => {
  for (const followed of [BOB, CAROL, CAROL])
    await follow(db, { follower: keySubject(ALICE), followed: keySubject(followed) });
  expect(await listFollowing(db, keySubject(ALICE), { start: 0, limit: 10 })).toEqual({
    subjects: [CAROL, BOB],
    total: 2,
  });
  expect(await listFollowing(db, keySubject(ALICE), { start: 1, limit: 1 })).toEqual({ subjects: [BOB], total: 2 });
  expect(await listFollowing(db, keySubject(ALICE), { start: 5, limit: 1 })).toEqual({ subjects: [], total: 2 });
  expect(await listFollowers(db, keySubject(BOB), { start: 0, limit: 10 })).toEqual({ subjects: [ALICE], total: 1 });
  await unfollow(db, { follower: keySubject(ALICE), followed: keySubject(BOB) });
  expect(await listFollowers(db, keySubject(BOB), { start: 0, limit: 10 })).toEqual({ subjects: [], total: 0 });
  await expect(follow(db, { follower: keySubject(ALICE), followed: keySubject(ALICE) })).rejects.toThrow(RangeError);
});

test("concurrent starts create one key; a new one signs after a while, and the old one is removed", async () => {
  const ids = Array.from({ length: 5 }, (_, index) => `k${index}`);
  await Promise.all(ids.map((id) => ensureConnectKey(db, { kind: "cookie", id, secret: id })));
  const list = (settleSeconds: number) => listConnectKeys(db, { kind: "cookie", settleSeconds });
  const [first, ...rest] = await list(60);
  expect(rest).toEqual([]);
  await rotateConnectKey(db, { kind: "cookie", id: "new", secret: "new", overlapSeconds: 60 });
  expect((await list(60)).map(({ id }) => id)).toEqual([first?.id, "new"]);
  expect((await list(0)).map(({ id }) => id)).toEqual(["new", first?.id]);
  await sql`update connect_key set retired_at = retired_at - interval '1 hour'`.execute(db);
  expect((await list(0)).map(({ id }) => id)).toEqual(["new"]);
  await deleteRetiredKeys(db);
  expect((await sql`select from connect_key`.execute(db)).rows).toHaveLength(1);
});

test("expired rows are deleted in batches", async () => {
  await sql`update oauth_artifact set expires_at = now() - interval '1 s'`.execute(db);
  const total = (await sql`select from oauth_artifact`.execute(db)).rows.length + 1; // and a challenge
  expect(await deleteExpired(db, 2)).toBe(3);
  expect(await deleteExpired(db, 1000)).toBe(total - 3);
  expect(await deleteExpired(db, 1000)).toBe(0);
});

test("a used artifact stays marked as used until its grant ends, and no longer", async () => {
  await grant("g6");
  const codes = ["used", "unused", "of no grant"].map((id) => ({ model: "AuthorizationCode", id }));
  const [used, unused, ofNone] = codes as [ArtifactKey, ArtifactKey, ArtifactKey];
  for (const key of codes) {
    await upsertArtifact(db, { ...key, payload: {}, ttlSeconds: 60, grantId: key === ofNone ? "none" : "g6" });
  }
  for (const key of [used, ofNone]) await consumeArtifact(db, key);
  const expire = (model: string) =>
    sql`update oauth_artifact set expires_at = now() - interval '1 s' where model = ${model}`.execute(db);
  const find = (key: ArtifactKey) => findArtifact(db, key);
  await expire("AuthorizationCode");
  const isUsed = { secondsLeft: expect.any(Number), consumedAt: expect.any(Number) };
  expect([await find(used), await find(unused)]).toMatchObject([isUsed, undefined]);
  await deleteExpired(db, 1000);
  expect([await find(used), await find(ofNone)]).toMatchObject([{ ...isUsed, payload: {} }, undefined]);
  await expire("Grant");
  await expire("AuthorizationCode");
  await deleteExpired(db, 1000);
  expect(await find(used)).toBeUndefined();
});

test("a phone sign-in is continued once, by the browser that waits, with the phone's code", async () => {
  const [alice, bob] = [keySubject(ALICE), keySubject(BOB)];
  const mine = { waiting: "w1", purpose: "sign-in 1" };
  await createPhoneSignIn(db, { ...mine, phone: "p1", request: { a: 1 }, network: "home", ttlSeconds: 60 });
  expect(await findPhoneRequest(db, "p1")).toEqual({ a: 1 });
  expect(await findPhoneRequest(db, "p2")).toBeUndefined();
  expect([await findPhoneState(db, mine), await redeemPhoneCode(db, { ...mine, code: "" })]).toEqual([
    "waiting",
    undefined,
  ]);
  expect(await openPhoneSignIn(db, { phone: "p1", network: "other" })).toMatchObject({ isSameNetwork: false });
  expect(await openPhoneSignIn(db, { phone: "p1", network: "home" })).toMatchObject({ isSameNetwork: true });
  expect(await findPhoneState(db, mine)).toBe("opened");

  expect(await setPhoneProof(db, { phone: "p1", account: alice, code: "000000" })).toBe(true);
  expect(await setPhoneProof(db, { phone: "p1", account: bob, code: "111111" })).toBe(false);
  expect(await setPhoneProof(db, { phone: "p1", account: alice, code: "123456" })).toBe(true); // a lost response
  expect(await findPhoneState(db, mine)).toBe("proved");
  for (const other of [
    { ...mine, waiting: "w2" },
    { ...mine, purpose: "sign-in 2" },
  ]) {
    expect(await findPhoneState(db, other)).toBe("ended");
    expect(await redeemPhoneCode(db, { ...other, code: "123456" })).toBeUndefined();
  }
  expect(await redeemPhoneCode(db, { ...mine, code: "000000" })).toEqual({ attemptsLeft: 2 });
  const tries = Array.from({ length: 4 }, () => redeemPhoneCode(db, { ...mine, code: "123456" }));
  const outcomes = await Promise.all(tries);
  expect(outcomes.filter((outcome) => outcome !== undefined)).toEqual([{ account: alice }]);
  expect([await findPhoneState(db, mine), await findPhoneRequest(db, "p1")]).toEqual(["ended", undefined]);
});

test("a phone sign-in ends after three wrong codes, and with time", async () => {
  const mine = { waiting: "w3", purpose: "sign-in 3" };
  await createPhoneSignIn(db, { ...mine, phone: "p3", request: {}, network: "", ttlSeconds: 60 });
  await setPhoneProof(db, { phone: "p3", account: keySubject(ALICE), code: "123456" });
  const wrong = await Promise.all(["1", "2", "3", "4"].map((code) => redeemPhoneCode(db, { ...mine, code })));
  expect(wrong.filter((outcome) => outcome !== undefined)).toHaveLength(3);
  expect(await redeemPhoneCode(db, { ...mine, code: "123456" })).toBeUndefined();
  expect(await findPhoneState(db, mine)).toBe("ended");

  const late = { waiting: "w4", purpose: "sign-in 4" };
  await createPhoneSignIn(db, { ...late, phone: "p4", request: {}, network: "", ttlSeconds: -1 });
  expect(await openPhoneSignIn(db, { phone: "p4", network: "" })).toBeUndefined();
  expect(await setPhoneProof(db, { phone: "p4", account: keySubject(ALICE), code: "1" })).toBe(false);
  expect(await findPhoneState(db, late)).toBe("ended");
  await deleteExpired(db, 1_000);
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from phone_sign_in
    where expires_at < now()`.execute(db);
  expect(rows[0]?.count).toBe(0);
});
