import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import { toBytea } from "../encoding/bytea.ts";
import { advanceChain, ensureChainState } from "../chains/chains.ts";
import { closeDatabase, inTransaction, openDatabase, withClient } from "../database/database.ts";
import { listNftApprovals } from "../approvals/nftApprovalList.ts";
import { readNftApprovals } from "../approvals/approvalNfts.ts";
import { listNftApprovalKeys, upsertNftApprovals, writeNftApprovals } from "../approvals/nftApprovals.ts";
import { countStaleNfts, deleteNftBalances, takeStaleNfts, markNftsStale, writeNftBalances } from "./nftBalances.ts";
import { describeNftContracts, listContractsToDescribe, markNftContractsStale } from "./nftContracts.ts";
import { OWNER_NFTS_MAX } from "./heldNfts.ts";
import type { NftKey } from "./nftKeys.ts";
import { listNfts, OWNER_NFTS, readOwnerNfts, VERIFIED_NFTS } from "./nftList.ts";
import { claimNfts, ensureNfts, writeNftOutcomes } from "./nftMetadata.ts";
import { insertSales, listSales } from "./nftSales.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { applyTokenList } from "../tokens/tokenLists.ts";

const { db, url, drop } = await createTestDatabase();
afterAll(drop);
beforeEach(async () => {
  await sql`truncate chain_state, nft_balance, stale_nft, nft_contract, nft, nft_sale, nft_approval`.execute(db);
});

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const [alice, bob, market, apes, items, weth] = [0xa, 0xb, 0xe, 0xc1, 0xc2, 0xd].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
];
const ZERO = address(0);
const MAX = 2n ** 256n - 1n;
const ape = (owner: Address, tokenId: bigint): NftKey => ({ owner, contract: apes, tokenId, isErc1155: false });
const item = (owner: Address, tokenId: bigint): NftKey => ({ owner, contract: items, tokenId, isErc1155: true });
const metadata = { name: "Ape", description: null, contentType: "image_url", content: "ipfs://x", thumbnailUrl: null };
const sale = { contract: apes, tokenId: 1n, payToken: weth, rawAmount: 5n, txHash: `0x${"01".repeat(32)}` as const };
const dueAgain = () => sql`update nft set next_attempt_at = now()`.execute(db);

test("changed NFTs wait, whatever their ids, until they are read or deleted; zero amounts stay", async () => {
  await markNftsStale(db, "eth", [ape(bob, MAX), ape(alice, 10n), ape(alice, 9n), item(alice, 9n), ape(alice, 9n)]);
  await markNftsStale(db, "base", [ape(alice, 1n)]);
  const first = await takeStaleNfts(db, "eth", 2);
  expect(first).toEqual([ape(alice, 9n), ape(alice, 10n)]);
  expect(await takeStaleNfts(db, "eth", 9, first[1])).toEqual([item(alice, 9n), ape(bob, MAX)]);
  await writeNftBalances(db, "eth", 7n, [
    { ...ape(alice, 9n), rawAmount: 0n },
    { ...item(alice, 9n), rawAmount: MAX },
  ]);
  await writeNftBalances(db, "eth", 8n, [{ ...ape(bob, MAX), rawAmount: 1n }]);
  await deleteNftBalances(db, "eth", [ape(alice, 10n), ape(bob, MAX)]);
  expect([await countStaleNfts(db, "eth"), await countStaleNfts(db, "base")]).toEqual([0, 1]);
  const rows = await db
    .selectFrom("nft_balance")
    .select(["token_id", "raw_amount", "block_number"])
    .orderBy("contract")
    .execute();
  expect(rows).toEqual([
    { token_id: "9", raw_amount: "0", block_number: 7n },
    { token_id: "9", raw_amount: MAX.toString(), block_number: 7n },
  ]);
});

test("an owner's NFTs are in numeric order, with all stored details, in one snapshot", async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 3n });
  const head = { blockNumber: 7n, hash: `0x${"11".repeat(32)}` as const, timeAt: 700 };
  await advanceChain(db, "eth", { logs: head, balances: head });
  await ensureChainState(db, { chain: "base", chainId: 8453, startBlock: 0n });
  const held = [ape(alice, 10n), ape(alice, 9n), item(alice, MAX)].map((key) => ({ ...key, rawAmount: 2n }));
  await writeNftBalances(db, "eth", 7n, [
    ...held,
    { ...ape(alice, 1n), rawAmount: 0n },
    { ...ape(bob, 2n), rawAmount: 1n },
  ]);
  await writeNftBalances(db, "base", 7n, [{ ...ape(alice, 3n), rawAmount: 1n }]);
  await describeNftContracts(db, "eth", 7n, [{ address: apes, isErc1155: false, name: "A\0pes\uD800", symbol: "APE" }]);
  await ensureNfts(db, "eth", [ape(alice, 10n), ape(alice, 9n)]);
  const attributes = [{ trait_type: "Fur", value: { deep: ["\0", 1] } }];
  await writeNftOutcomes(db, "eth", [
    { ...ape(alice, 9n), uri: "ipfs://y", kind: "fetched", metadata: { ...metadata, attributes } },
  ]);
  const at = { ...sale, tokenId: 9n, timeAt: 9 };
  await insertSales(db, "eth", [
    { ...at, blockNumber: 5n, position: 2n, rawAmount: 50n },
    { ...at, blockNumber: 6n, position: 1n, rawAmount: 61n },
    { ...at, blockNumber: 6n, position: 9n, rawAmount: 69n },
  ]);
  const { syncStatuses, nfts } = await readOwnerNfts(db, { owner: alice, chains: ["eth"] });
  expect(syncStatuses).toEqual([
    { chain: "base", startBlock: 0n, mode: "full", balances: undefined },
    { chain: "eth", startBlock: 3n, mode: "full", balances: { blockNumber: 7n, timeAt: 700 } },
  ]);
  expect(nfts.map(({ contract, tokenId }) => [contract, tokenId])).toEqual([
    [apes, 9n],
    [apes, 10n],
    [items, MAX],
  ]);
  expect(nfts[0]).toEqual({
    chain: "eth",
    contract: apes,
    tokenId: 9n,
    isErc1155: false,
    rawAmount: 2n,
    metadata: { ...metadata, attributes: [{ trait_type: "Fur", value: { deep: ["\uFFFD", 1] } }] },
    collection: {
      name: "A\uFFFDpes\uFFFD",
      symbol: "APE",
      logoUrl: null,
      isVerified: false,
      isCore: false,
      creator: null,
      timeAt: null,
      protocolId: "",
    },
    lastSale: { payToken: weth, rawAmount: 69n, timeAt: 9 },
  });
  expect(nfts[2]).toMatchObject({ isErc1155: true, metadata: undefined, collection: undefined, lastSale: undefined });
  expect((await listNfts(db, alice, ["base", "eth"])).map(({ chain }) => chain)).toEqual(["base", "eth", "eth", "eth"]);
  expect((await listSales(db, "eth", { contract: apes, tokenId: 9n })).map(({ rawAmount }) => rawAmount)).toEqual([
    69n,
    61n,
    50n,
  ]);
});

test("a collection is also verified as an address of the token list, and has its logo", async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  const held = [ape(alice, 1n), item(alice, 1n)].map((key) => ({ ...key, rawAmount: 1n }));
  await writeNftBalances(db, "eth", 7n, held);
  await describeNftContracts(db, "eth", 7n, [{ address: apes, isErc1155: false, name: null, symbol: null }]);
  const listed = { name: null, symbol: null, decimals: 0, logoUrl: "https://e.com/a.png", isCore: true };
  await applyTokenList(db, "eth", [{ ...listed, address: apes }]);
  const { nfts } = await readOwnerNfts(db, { owner: alice, chains: ["eth"], isVerifiedOnly: true });
  expect(nfts.map(({ contract, collection }) => [contract, collection])).toEqual([
    [apes, expect.objectContaining({ isVerified: true, isCore: true, logoUrl: "https://e.com/a.png" })],
  ]);
});

test("X10: of fifty thousand NFTs the first ten thousand are read, and verified ones are found among them", async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  await sql`
    insert into nft_balance (owner, chain, contract, token_id, is_erc1155, raw_amount, block_number)
    select ${toBytea(alice)}, 'eth', decode(lpad(to_hex(1000 + i % 500), 40, '0'), 'hex'), i, false, 1, 7
    from generate_series(1, 50000) i`.execute(db);
  await sql`
    insert into nft_contract (chain, address, is_erc1155, is_verified, metadata_block)
    select 'eth', decode(lpad(to_hex(1000 + i), 40, '0'), 'hex'), false, i % 250 = 0, 7 from generate_series(0, 499) i`.execute(
    db,
  );
  await sql`
    insert into nft (chain, contract, token_id, is_erc1155, fetched_at)
    select chain, contract, token_id, false, now() from nft_balance where token_id <= 20000`.execute(db);
  await sql`
    insert into nft_sale (chain, contract, token_id, block_number, position, pay_token, raw_amount, tx_hash, time_at)
    select chain, contract, token_id, 7, 1, contract, 5, '', 7 from nft_balance where token_id <= 20000`.execute(db);
  await sql`vacuum analyze nft_balance, nft_contract, nft, nft_sale`.execute(db);
  expect((await readOwnerNfts(db, { owner: alice, chains: ["eth"] })).nfts).toHaveLength(OWNER_NFTS_MAX);
  const verified = await readOwnerNfts(db, { owner: alice, chains: ["eth"], isVerifiedOnly: true });
  expect(verified.nfts).toHaveLength(200);
  expect(verified.nfts.every(({ collection }) => collection?.isVerified)).toBe(true);
  for (const { text } of [OWNER_NFTS, VERIFIED_NFTS]) {
    const plan = await withClient(db, async (client) => {
      await client.query(`prepare reading as ${text}`);
      await client.query("begin; set local plan_cache_mode = force_generic_plan");
      try {
        const { rows } = await client.query(`explain execute reading('${toBytea(alice)}', '{eth}')`);
        return JSON.stringify(rows);
      } finally {
        await client.query("rollback");
        await client.query("deallocate reading");
      }
    });
    expect(plan).toContain("$1"); // for any owner
    expect(plan).toContain("nft_balance_held");
    expect(plan).not.toMatch(/Seq Scan on (nft|leg)/);
  }
});

test("the plans of an owner's NFTs and their approvals are kept", async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  await writeNftBalances(db, "eth", 7n, [{ ...ape(alice, 1n), rawAmount: 1n }]);
  await upsertNftApprovals(db, "eth", [
    { owner: alice, contract: apes, tokenId: 1n, spender: market, blockNumber: 5n, timeAt: 500 },
  ]);
  const single = openDatabase(url, { max: 1 });
  for (let reads = 0; reads < 12; reads++) {
    await readOwnerNfts(single, { owner: alice, chains: ["eth"] });
    await readOwnerNfts(single, { owner: alice, chains: ["eth"], isVerifiedOnly: true });
    const { approvals } = await readNftApprovals(single, { owner: alice, chain: "eth", limit: 10 });
    expect(approvals).toMatchObject([{ contract: apes, tokenId: 1n, spender: market }]);
  }
  const { rows } = await sql<{ name: string; planned: string }>`
    select name, generic_plans || ' generic, ' || custom_plans || ' custom' as planned from pg_prepared_statements
    order by name`.execute(single);
  const names = ["list-nft-details", "read-nft-approvals", "read-owner-nfts", "read-owner-verified-nfts"];
  expect(rows).toEqual(names.map((name) => ({ name: `portico-${name}`, planned: "7 generic, 5 custom" })));
  await closeDatabase(single);
});

test("a result does not exceed its limit of bytes, however large the metadata", async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  await sql`
    insert into nft_balance (owner, chain, contract, token_id, is_erc1155, raw_amount, block_number)
    select ${toBytea(alice)}, 'eth', ${toBytea(apes)}, i, false, 1, 7 from generate_series(1, 200) i`.execute(db);
  await sql`
    insert into nft (chain, contract, token_id, is_erc1155, fetched_at, content)
    select 'eth', ${toBytea(apes)}, i, false, now(), repeat('x', 131072) from generate_series(1, 200) i`.execute(db);
  const { nfts } = await readOwnerNfts(db, { owner: alice, chains: ["eth"] });
  expect(nfts).toHaveLength(121);
});

test("approvals follow their events, then the chain, and are listed only for NFTs that the owner has", async () => {
  const change = { contract: apes, spender: market, blockNumber: 5n, timeAt: 500 };
  await upsertNftApprovals(db, "eth", [
    { ...change, owner: alice, tokenId: 1n },
    { ...change, owner: alice, tokenId: 2n },
    { ...change, owner: bob, tokenId: 3n, spender: ZERO },
  ]);
  expect(await takeStaleNfts(db, "eth", 9)).toEqual([ape(alice, 1n), ape(alice, 2n), ape(bob, 3n)]);
  const keys = [ape(alice, 1n), ape(alice, 2n), ape(bob, 3n), item(alice, 1n)];
  expect(await listNftApprovalKeys(db, "eth", keys)).toEqual([ape(alice, 1n), ape(alice, 2n)]);
  expect(await listNftApprovals(db, alice, "eth")).toEqual([]);
  await writeNftBalances(
    db,
    "eth",
    6n,
    keys.map((key) => ({ ...key, rawAmount: 1n })),
  );
  expect((await listNftApprovals(db, alice, "eth")).map(({ tokenId }) => tokenId)).toEqual([1n, 2n]);
  await writeNftApprovals(db, "eth", 6n, [
    { ...ape(alice, 2n), spender: ZERO },
    { ...ape(alice, 9n), spender: market },
  ]);
  expect(await listNftApprovals(db, alice, "eth")).toMatchObject([
    { contract: apes, tokenId: 1n, spender: market, rawAmount: 1n, changedBlock: 5n, changedAt: 500 },
  ]);
  await upsertNftApprovals(db, "eth", [{ ...change, owner: alice, tokenId: 1n, spender: ZERO, blockNumber: 7n }]);
  expect(await listNftApprovals(db, alice, "eth")).toEqual([]);
});

test("contracts are described once, and again when they may have changed; their creation is the indexed one", async () => {
  await sql`
    insert into contract (chain, address, creator, block_number, tx_hash, time_at)
    values ('eth', ${toBytea(apes)}, ${toBytea(bob)}, 1, ${`\\x${"01".repeat(32)}`}::bytea, 100)`.execute(db);
  const list = (upgraded: Address[] = []) =>
    listContractsToDescribe(db, "eth", { addresses: [apes, items, apes], upgraded, more: 5 });
  expect(await list()).toEqual([apes, items].map((it) => ({ address: it, isErc1155: undefined })));
  const described = { isErc1155: false, name: null, symbol: null };
  await describeNftContracts(db, "eth", 7n, [
    { ...described, address: apes },
    { ...described, address: items, isErc1155: true },
  ]);
  expect(await list([bob])).toEqual([]);
  expect(await list([items])).toEqual([{ address: items, isErc1155: true }]);
  await markNftContractsStale(db, "eth", [apes, bob]);
  expect(await list()).toEqual([{ address: apes, isErc1155: false }]);
  await describeNftContracts(db, "eth", 8n, [{ ...described, address: apes, name: "New" }]);
  const row = await db.selectFrom("nft_contract").selectAll().where("address", "=", toBytea(apes)).executeTakeFirst();
  expect(row).toMatchObject({ name: "New", creator: toBytea(bob), time_at: 100n, metadata_block: 8n });
});

test("an NFT's metadata is fetched by one process at a time, retried later, and finally given up", async () => {
  await ensureNfts(db, "eth", [ape(alice, 1n), ape(alice, 2n), ape(bob, 1n), item(alice, 1n)]);
  const take = (limit = 9) => claimNfts(db, "eth", { limit, leaseSeconds: 60 });
  await inTransaction(db, async (tx) => {
    expect(await claimNfts(tx, "eth", { limit: 1, leaseSeconds: 60 })).toHaveLength(1);
    expect(await take()).toHaveLength(2);
  });
  expect(await take()).toEqual([]);
  const base = { contract: apes, uri: "ipfs://y" };
  await writeNftOutcomes(db, "eth", [
    { ...base, tokenId: 1n, kind: "failed", error: "never" },
    { ...base, tokenId: 2n, kind: "retry", error: "later", delaySeconds: 0 },
    { ...base, contract: items, tokenId: 1n, kind: "deferred", delaySeconds: 0 },
  ]);
  expect(await take()).toMatchObject([
    { contract: apes, tokenId: 2n, isErc1155: false, attempts: 2 },
    { contract: items, tokenId: 1n, isErc1155: true, attempts: 1 },
  ]);
  await dueAgain();
  expect(await take()).toHaveLength(2);
  await dueAgain();
  await writeNftOutcomes(db, "eth", [
    { ...base, tokenId: 2n, kind: "fetched", metadata: { ...metadata, attributes: [] } },
  ]);
  expect((await take()).map(({ contract }) => contract)).toEqual([items]);
  expect(await claimNfts(db, "base", { limit: 9, leaseSeconds: 60 })).toEqual([]);
  const row = await db
    .selectFrom("nft")
    .selectAll()
    .where("token_id", "=", "1")
    .where("contract", "=", toBytea(apes))
    .executeTakeFirst();
  expect(row).toMatchObject({ error: "never", uri: "ipfs://y", name: null, fetched_at: expect.any(Date) });
});
