import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createAccessKey } from "./accessKeys.ts";
import { createAccount, findAccount, findAccountByOwner, listAccounts } from "./accounts.ts";
import { createDashboardSession, findDashboardSession } from "./dashboardSessions.ts";
import { follow, listFollowers, listFollowing } from "../social/follows.ts";
import { blockSender, listInbox, markMessageRead } from "../messages/inbox.ts";
import { createMessageBatch } from "../messages/messages.ts";
import { migrate } from "../migrations/migrate.ts";
import { moveSubject } from "./moveSubject.ts";
import { inTeam, listMembers, listMemberships, putMember } from "../team/members.ts";
import type { Role } from "../team/teamSchema.ts";
import type { Subject } from "./subject.ts";
import { findProfile, upsertProfile } from "../social/profiles.ts";
import { contractSubject, keySubject } from "./subject.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const ADDRESS = `0x${"5a".repeat(20)}` as const;
const [bare, eth, base] = [keySubject(ADDRESS), contractSubject(1, ADDRESS), contractSubject(8453, ADDRESS)];
const friend = keySubject(`0x${"f0".repeat(20)}`);
const PAGE = { start: 0, limit: 9 };
const aboutSafe = { name: "Safe", bio: null, logoUrl: null, links: [] };

test("a key's account, and contract accounts of the same address on two chains, are distinct in every table", async () => {
  const made = await Promise.all([bare, eth, base].map((owner) => createAccount(db, { name: owner, owner })));
  expect(new Set(made.map(({ id }) => id)).size).toBe(3);
  for (const [at, owner] of [bare, eth, base].entries()) expect(await findAccountByOwner(db, owner)).toEqual(made[at]);
  const found = async (query: string) =>
    (await listAccounts(db, { ...PAGE, query })).accounts.map(({ owner }) => owner);
  expect(new Set(await found(ADDRESS))).toEqual(new Set([bare, eth, base]));
  expect(await found(eth)).toEqual([eth]);
  await upsertProfile(db, eth, aboutSafe);
  await follow(db, { follower: friend, followed: eth });
  await follow(db, { follower: bare, followed: eth });
  expect(await Promise.all([bare, base].map((one) => findProfile(db, one)))).toMatchObject([
    { name: null },
    { name: null },
  ]);
  expect((await listFollowers(db, base, PAGE)).total).toBe(0);
  expect((await listFollowers(db, eth, PAGE)).subjects).toEqual([bare, friend]);
});

test("an address's data moves to its contract on a chain, and sessions of both end", async () => {
  const [old, fresh] = [await findAccountByOwner(db, bare), await findAccountByOwner(db, base)];
  await upsertProfile(db, bare, { ...aboutSafe, name: "Of the address" });
  await createDashboardSession(db, { token: "t", accountId: old!.id, ttlSeconds: 60 });
  expect(await moveSubject(db, { from: bare, to: base })).toEqual({ moved: old!.id, ownerless: fresh!.id });
  expect(await findDashboardSession(db, "t")).toBeUndefined();
  expect(await findAccountByOwner(db, bare)).toBeUndefined();
  expect((await findAccountByOwner(db, base))?.id).toBe(old!.id);
  expect((await findAccount(db, fresh!.id))?.owner).toBeNull();
  expect(await findProfile(db, base)).toMatchObject({ name: "Of the address" });
  expect((await listFollowing(db, base, PAGE)).subjects).toEqual([eth]);
  expect(await moveSubject(db, { from: bare, to: base })).toEqual({ moved: null, ownerless: null });
});

test("a member stays one with its role as another subject, and an owner of an account is no member of it besides", async () => {
  const [from, to, owner] = [1, 2, 3].map((digit) => keySubject(`0x${String(digit).repeat(40)}`));
  const join = (accountId: string, subject: Subject, role: Role) =>
    inTeam(db, accountId, (tx) => putMember(tx, { accountId, subject, role, ownName: "own" }));
  const { id: shop } = await createAccount(db, { name: "Shop", owner: owner! });
  const { id: own } = await createAccount(db, { name: "From", owner: from! });
  const { id: former } = await createAccount(db, { name: "To", owner: to! });
  await join(shop, from!, "admin");
  await join(shop, to!, "viewer");
  await join(own, to!, "developer");
  await moveSubject(db, { from: from!, to: to! });
  expect((await listMembers(db, shop)).map(({ subject, role }) => [subject, role])).toEqual([
    [owner, "owner"],
    [to, "admin"],
  ]);
  expect(await listMembers(db, own)).toMatchObject([{ subject: to, role: "owner" }]);
  expect(await listMembers(db, former)).toEqual([]);
  expect(await listMemberships(db, from!)).toEqual([]);
});

test("a session of the previous release works in its own account, as its owner", async () => {
  const owner = keySubject(`0x${"7".repeat(40)}`);
  const { id } = await createAccount(db, { name: "Before", owner });
  await sql`
    insert into dashboard_session (token_hash, account_id, expires_at)
    values (sha256('before'), ${id}, now() + interval '1 hour')`.execute(db);
  expect(await findDashboardSession(db, "before")).toMatchObject({ accountId: id, subject: owner, role: "owner" });
});

test("messages move with read marks and blocked senders, without duplicates", async () => {
  const { id: keyId } = await createAccessKey(db, { name: "Shop" });
  const batch = { kind: "group_send", accountId: null, keyId, content: { text: "Hello", url: "" } } as const;
  const rest = {
    requestHash: `0x${"00".repeat(32)}`,
    idempotencyKey: null,
    maxOfferPrice: 0n,
    prepaymentAmount: 0n,
  } as const;
  await createMessageBatch(db, { ...batch, ...rest, id: "gs_1", recipients: [bare], webhookChunk: 0 });
  await createMessageBatch(db, { ...batch, ...rest, id: "gs_2", recipients: [bare, eth], webhookChunk: 0 });
  await markMessageRead(db, bare, "gs_1");
  await blockSender(db, bare, keyId);
  await moveSubject(db, { from: bare, to: eth });
  const { messages, unread, blockedSenders } = await listInbox(db, eth, PAGE);
  expect([messages.map(({ id }) => id), unread]).toEqual([["gs_2", "gs_1"], 1]);
  expect(blockedSenders).toEqual([{ id: keyId, name: "Shop" }]);
});

test("an older database's accounts stay with the keys of their addresses, with their consents; its sessions and tokens end", async () => {
  const older = await createTestDatabase({ template: "template1" });
  await migrate(older.db, { upTo: "0018_operating" });
  await sql`insert into account (id, name, owner, is_operator) values ('acc_1', 'Safe', decode(repeat('5a', 20), 'hex'), true)`.execute(
    older.db,
  );
  await sql`
    insert into dashboard_session (token_hash, account_id, expires_at)
    values (sha256('t'), 'acc_1', now() + interval '1 minute')`.execute(older.db);
  for (const model of ["Session", "Interaction", "Grant", "AccessToken", "RefreshToken", "AuthorizationCode"]) {
    await sql`
      insert into oauth_artifact (model, id_hash, grant_id, account, payload, expires_at)
      values (${model}, sha256('a'), 'g', ${ADDRESS}, '{}', now() + interval '1 hour')`.execute(older.db);
  }
  await migrate(older.db);
  expect(await findAccountByOwner(older.db, bare)).toMatchObject({ id: "acc_1", isOperator: true });
  expect(await Promise.all([eth, base].map((owner) => findAccountByOwner(older.db, owner)))).toEqual([
    undefined,
    undefined,
  ]);
  expect(await findDashboardSession(older.db, "t")).toBeUndefined();
  const { rows } = await sql`select model from oauth_artifact`.execute(older.db);
  expect(rows).toEqual([{ model: "Grant" }]);
  await older.drop();
});
