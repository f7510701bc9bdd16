import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createAccessKey, findAccessKey } from "../accounts/accessKeys.ts";
import { createAccount, findAccount, setOperator } from "../accounts/accounts.ts";
import { createAlertRule, listAlertRules } from "../alerts/alertRules.ts";
import type { Address, Hex } from "../encoding/bytea.ts";
import { ensureChainState, listChainStates } from "../chains/chains.ts";
import {
  assertSameNetwork,
  claimForDevnet,
  claimForPublic,
  DevnetDatabaseError,
  findDeployment,
  PublicDatabaseError,
  setDeployment,
} from "./deployment.ts";
import { disableDevnet } from "./disableDevnet.ts";
import { follow, listFollowers } from "../social/follows.ts";
import { INDEX_TABLES } from "./indexTables.ts";
import { migrate } from "../migrations/migrate.ts";
import { findArtifact, upsertArtifact } from "../oauth/oauthArtifacts.ts";
import { createOauthApp, createOauthClient, findOauthClient, listOauthApps } from "../oauth/oauthClients.ts";
import { listProfiles, upsertProfile } from "../social/profiles.ts";
import { contractSubject, keySubject } from "../accounts/subject.ts";
import { createInvitation, listInvitations } from "../team/invitations.ts";
import { inTeam, listMembers, putMember } from "../team/members.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { grantUnits } from "../billing/unitLedger.ts";

const WALLET: Address = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
const SOMEBODY: Address = `0x${"5b".repeat(20)}`;
const FRIEND: Address = `0x${"5c".repeat(20)}`;
const genesis = (byte: string): Hex => `0x${byte.repeat(32)}`;

const { db, drop } = await createTestDatabase();
afterAll(drop);
beforeEach(async () => {
  await sql`truncate deployment, chain_state`.execute(db);
});

test("a devnet's database is rejected for a public chain, and a public one for a devnet", async () => {
  expect(await findDeployment(db)).toBeUndefined();
  await claimForDevnet(db, [genesis("01"), genesis("02")]);
  await claimForDevnet(db, [genesis("01"), genesis("02")]); // the next start
  expect(await findDeployment(db)).toEqual({ network: "devnet", genesisHashes: [genesis("01"), genesis("02")] });
  await expect(claimForPublic(db)).rejects.toThrow(DevnetDatabaseError);
  await expect(claimForPublic(db)).rejects.toThrow(/another database, or run `pnpm start --allow-devnet-database`/);

  await sql`truncate deployment`.execute(db);
  await claimForPublic(db);
  await claimForPublic(db);
  await expect(claimForDevnet(db, [])).rejects.toThrow(PublicDatabaseError);
  await expect(claimForDevnet(db, [])).rejects.toThrow("unset DATABASE_URL");
});

test("a database that an indexer filled before its use was recorded is not a devnet's, unless its chains are", async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n, genesisHash: genesis("09") });
  await expect(claimForDevnet(db, [genesis("01")])).rejects.toThrow(PublicDatabaseError);
  await claimForDevnet(db, [genesis("01"), genesis("09")]);
});

test("a database with accounts or applications, but no chain yet, is not a devnet's", async () => {
  const used = await createTestDatabase();
  await createOauthApp(used.db, { name: "Shop", siteUrl: "https://a.example/" });
  await expect(claimForDevnet(used.db, [genesis("01")])).rejects.toThrow(PublicDatabaseError);
  await sql`truncate oauth_app cascade`.execute(used.db);
  await createAccount(used.db, { name: "Ann" });
  await expect(claimForDevnet(used.db, [genesis("01")])).rejects.toThrow(PublicDatabaseError);
  await used.drop();
});

test("only its own chains are indexed in a devnet's database", async () => {
  await assertSameNetwork(db, "arb", genesis("aa"));
  await claimForDevnet(db, [genesis("01")]);
  await assertSameNetwork(db, "eth", genesis("01"));
  await expect(assertSameNetwork(db, "arb", genesis("aa"))).rejects.toThrow("'arb' is not one of its chains");
  await expect(assertSameNetwork(db, "arb", undefined)).rejects.toThrow(DevnetDatabaseError);
});

test("the devnet's objects are disabled, indexed data is deleted, and others' objects remain", async () => {
  await claimForDevnet(db, [genesis("01")]);
  const [known, other, contract] = await Promise.all([
    createAccount(db, { name: "Demo", owner: keySubject(WALLET) }),
    createAccount(db, { name: "Ann", owner: keySubject(SOMEBODY) }),
    createAccount(db, { name: "A contract", owner: contractSubject(1, SOMEBODY) }),
  ]);
  await setOperator(db, other.id, true);
  await grantUnits(db, { accountId: other.id, amount: 5, reason: "gift", actor: "operator" });
  const keys = await Promise.all([
    createAccessKey(db, { name: "demo", isUnlimited: true, isWalletEnabled: true, accountId: known.id }),
    createAccessKey(db, { name: "made by the wallet", accountId: known.id }),
    createAccessKey(db, { name: "explorer", isUnlimited: true }),
    createAccessKey(db, { name: "Ann's", accountId: other.id }),
  ]);
  const makeClient = async (name: string, accountId: string | null) => {
    const appId = await createOauthApp(db, { name, siteUrl: "https://a.example/", accountId });
    return (await createOauthClient(db, { appId, redirectUris: ["https://a.example/callback"] })).id;
  };
  const clients = [
    await makeClient("Portico demo", null),
    await makeClient("of the wallet", known.id),
    await makeClient("of Ann", other.id),
    await makeClient("of the operator", null),
  ];
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n, genesisHash: genesis("01") });

  const rule = {
    name: "busy",
    metric: "units",
    threshold: 1,
    windowMinutes: 60,
    minRequests: 1,
    webhook: null,
  } as const;
  for (const { id: accountId } of [known, other]) await createAlertRule(db, { ...rule, accountId }, 1);

  const { id: handedOver } = await createAccount(db, { name: "Handed over" });
  await inTeam(db, handedOver, (tx) =>
    putMember(tx, { accountId: handedOver, subject: keySubject(WALLET), role: "owner", ownName: "own" }),
  );
  const members = [WALLET, FRIEND].map((address) => keySubject(address));
  const invitation = { accountId: other.id, role: "admin", invitee: null, ttlSeconds: 60 } as const;
  await inTeam(db, other.id, async (tx) => {
    for (const subject of members) await putMember(tx, { accountId: other.id, subject, role: "admin", ownName: "own" });
  });
  for (const invitedBy of members) await createInvitation(db, { ...invitation, invitedBy });

  expect(await disableDevnet(db, [WALLET])).toEqual({ keys: 3, accounts: 3, operators: 1, clients: 2 });
  const found = await Promise.all(keys.map(({ key }) => findAccessKey(db, key)));
  expect(found.map((key) => key?.revokedAt === null)).toEqual([false, false, false, true]);
  const disabled = await Promise.all(clients.map(async (id) => (await findOauthClient(db, id))?.isDisabled));
  expect(disabled).toEqual([true, true, false, false]);
  expect(await findAccount(db, known.id)).toMatchObject({ isDisabled: true });
  expect(await findAccount(db, contract.id)).toMatchObject({ isDisabled: true }); // only the devnet verified it
  expect(await findAccount(db, other.id)).toMatchObject({ isDisabled: false, isOperator: false, balance: 5 });
  expect(await findAccount(db, handedOver)).toMatchObject({ isDisabled: true });
  expect((await listMembers(db, other.id)).map(({ subject }) => subject)).toEqual([
    keySubject(SOMEBODY),
    keySubject(FRIEND),
  ]);
  expect((await listInvitations(db, other.id)).map(({ invitedBy }) => invitedBy)).toEqual([keySubject(FRIEND)]);
  const rules = await Promise.all([known, other].map(({ id }) => listAlertRules(db, id)));
  expect(rules.map(({ length }) => length)).toEqual([0, 1]);
  expect(await listChainStates(db)).toEqual([]);
  await claimForPublic(db);
});

test("a user verified only by the devnet can neither continue a sign-in nor keep a profile", async () => {
  await setDeployment(db, { network: "devnet", genesisHashes: [genesis("01")] });
  const contract = contractSubject(1, SOMEBODY);
  const [somebody, wallet] = [keySubject(SOMEBODY), keySubject(WALLET)];
  // the library stores the signed-in user only in the payload of an interaction
  const payload = { result: { login: { accountId: contract } } };
  await upsertArtifact(db, { model: "Interaction", id: "i", payload, ttlSeconds: 600 });
  await upsertArtifact(db, { model: "Session", id: "s", payload: {}, ttlSeconds: 600, account: somebody });
  for (const subject of [contract, wallet, somebody]) {
    await upsertProfile(db, subject, { name: "Ann", bio: null, logoUrl: null, links: [] });
  }
  await follow(db, { follower: contract, followed: somebody });
  const { id: accountId } = await createAccount(db, { name: "Ann" });
  const app = { name: "Proved at http", siteUrl: "http://10.0.0.5/", isValidated: true };
  const appIds = [await createOauthApp(db, { ...app, accountId }), await createOauthApp(db, app)];

  await disableDevnet(db, [WALLET]);
  expect(await findArtifact(db, { model: "Interaction", id: "i" })).toBeUndefined();
  expect(await findArtifact(db, { model: "Session", id: "s" })).toBeDefined();
  expect([...(await listProfiles(db, [contract, wallet, somebody])).keys()]).toEqual([somebody]);
  expect(await listFollowers(db, somebody, { start: 0, limit: 1 })).toEqual({ subjects: [], total: 0 });
  const apps = new Map((await listOauthApps(db)).map(({ id, isValidated }) => [id, isValidated]));
  expect(appIds.map((id) => apps.get(id))).toEqual([false, true]); // the operator's decision stays
});

test("every table with rows of chains is among the indexed tables", async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns join pg_class on relname = table_name
    where table_schema = 'public' and column_name = 'chain' and not relispartition`.execute(db);
  const events = ["dead_letter", "event_cursor", "event_stream", "owner_event", "subscription_lane"]; // their numbers go on
  const others = ["kept_partition", ...events]; // the first has ranges of tables, which stay when emptied
  const isIndexed = new Set<string>([...INDEX_TABLES, ...others]);
  expect(rows.map(({ name }) => name).filter((name) => !isIndexed.has(name))).toEqual([]);
});

test("an older database is a devnet's if a start granted units to the devnet's demo account", async () => {
  const old = await createTestDatabase({ template: "template1" });
  await migrate(old.db, { upTo: "0018_operating" });
  const { id } = await createAccount(old.db, { name: "Demo", owner: keySubject(WALLET) });
  await grantUnits(old.db, { accountId: id, amount: 1, reason: "demo", actor: "pnpm start", reference: "demo" });
  await ensureChainState(old.db, { chain: "eth", chainId: 1, startBlock: 0n, genesisHash: genesis("01") });
  await migrate(old.db);
  expect(await findDeployment(old.db)).toEqual({ network: "devnet", genesisHashes: [genesis("01")] });
  await old.drop();

  const real = await createTestDatabase({ template: "template1" });
  await migrate(real.db, { upTo: "0018_operating" });
  await ensureChainState(real.db, { chain: "eth", chainId: 1, startBlock: 0n });
  await migrate(real.db);
  expect(await findDeployment(real.db)).toMatchObject({ network: "public" });
  await real.drop();
});
