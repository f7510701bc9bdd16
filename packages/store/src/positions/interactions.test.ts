import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import { ensureChainState } from "../chains/chains.ts";
import { rewindChain } from "../reorg/rewind.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { writeProtocolContracts } from "../protocols/protocolContracts.ts";
import {
  listContractsInUse,
  listIdentifiedInteractions,
  listOwnerInteractions,
  listInteractedOwners,
  listInteractedContracts,
  upsertInteractions,
} from "./interactions.ts";
import type { InteractionRow } from "./interactions.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);
beforeEach(() => sql`truncate touch`.execute(db));

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const [farm, market] = [address(0xfa), address(0xfb)];
const interaction = (owner: number, blockNumber: bigint, contract = farm, key = ""): InteractionRow => ({
  owner: address(owner),
  contract,
  key,
  blockNumber,
});

/** `owner key first last` of every row, by the last digit of the owner. */
async function listRows(): Promise<string[]> {
  const { rows } = await sql<{ owner: string; key: string; block_number: bigint; last_block: bigint }>`
    select owner, key, block_number, last_block from touch order by chain, owner, contract, key`.execute(db);
  return rows.map((row) => `${row.owner.slice(-1)} ${row.key} ${row.block_number} ${row.last_block}`);
}

test("for each owner, contract and key the first and the newest block are stored, in any order of writes", async () => {
  await upsertInteractions(db, "eth", [
    interaction(1, 7n),
    interaction(2, 5n, market, "0x1"),
    interaction(1, 9n),
    interaction(2, 5n, market, "0x2"),
  ]);
  await upsertInteractions(db, "eth", [interaction(1, 8n), interaction(2, 3n, market, "0x1")]);
  await upsertInteractions(db, "eth", []);
  expect(await listRows()).toEqual(["1  7 9", "2 0x1 3 5", "2 0x2 5 5"]);
});

test("a key in an unknown format is stored as empty, however hostile", async () => {
  const keys = ["a,b", "a b", "\0", "\uD800", "0x".padEnd(5_000, "f"), "A\n"];
  await upsertInteractions(
    db,
    "eth",
    keys.map((key) => interaction(1, 1n, farm, key)),
  );
  await upsertInteractions(db, "eth", [interaction(1, 2n, farm, `0x${"f".repeat(64)}`)]);
  expect(await listRows()).toEqual(["1  1 1", `1 0x${"f".repeat(64)} 2 2`]);
});

test("an owner's interactions with these contracts are listed, by contract and key", async () => {
  await upsertInteractions(db, "eth", [
    interaction(1, 7n, market, "0x2"),
    interaction(1, 7n, market, "0x1"),
    interaction(1, 7n),
    interaction(2, 7n),
  ]);
  await upsertInteractions(db, "base", [interaction(1, 7n, market, "0x3")]);
  const listed = await listOwnerInteractions(db, {
    owner: address(1),
    chain: "eth",
    contracts: [market, address(0xfc)],
  });
  expect(listed).toEqual([
    { contract: market, key: "0x1" },
    { contract: market, key: "0x2" },
  ]);
});

test("owners are listed once, page by page, of one key or of all", async () => {
  const rows = Array.from({ length: 30 }, (_, n) => interaction(n + 1, 1n, market, `0x${(n % 3).toString(16)}`));
  await upsertInteractions(db, "eth", [...rows, interaction(2, 1n, market, "0x2"), interaction(99, 1n)]);
  await upsertInteractions(db, "base", [interaction(77, 1n, market, "0x1")]);
  const listAll = async (key?: string) => {
    const all: Address[] = [];
    for (let page: Address[]; (page = await listPage(all.at(-1), key)).length > 0;) all.push(...page);
    return all.map((owner) => Number(owner));
  };
  const listPage = (after: Address | undefined, key?: string) =>
    listInteractedOwners(db, "eth", { contract: market, key, after, limit: 4 });
  expect(await listAll()).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
  expect(await listAll("0x2")).toEqual([2, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30]);
  expect(await listAll("0x3")).toEqual([]);
});

test("the cost of a page is its size: it is read in index order", async () => {
  await sql`
    insert into touch (owner, chain, contract, key, block_number, last_block)
    select substr(sha256(i::text::bytea), 1, 20), 'eth', decode(${farm.slice(2)}, 'hex'), '', 1, 1
    from generate_series(1, 20000) i`.execute(db);
  await sql`vacuum analyze touch`.execute(db);
  const countRead = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{ count: string }>`
      select sum(idx_tup_read) as count from pg_stat_user_indexes where relname = 'touch'`.execute(db);
    return Number(rows[0]?.count);
  };
  const before = await countRead();
  expect(await listInteractedOwners(db, "eth", { contract: farm, limit: 10 })).toHaveLength(10);
  const read = (await countRead()) - before;
  expect(read).toBeGreaterThanOrEqual(10);
  expect(read).toBeLessThan(30);
});

test("after a fork only interactions up to it remain, and their last block is at most the fork", async () => {
  await upsertInteractions(db, "eth", [
    interaction(1, 5n),
    interaction(1, 9n),
    interaction(2, 7n),
    interaction(3, 8n),
    interaction(4, 4n),
  ]);
  await upsertInteractions(db, "base", [interaction(5, 9n)]);
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  await rewindChain(db, "eth", { blockNumber: 7n, hash: `0x${"ab".repeat(32)}`, timeAt: 100 });
  expect(await listRows()).toEqual(["5  9 9", "1  5 7", "2  7 7", "4  4 4"]);
});

test("the distinct keys of contracts' interactions are listed", async () => {
  await upsertInteractions(db, "eth", [
    interaction(1, 7n),
    interaction(2, 5n, market, "0x2"),
    interaction(3, 5n, market, "0x2"),
    interaction(1, 5n, market, "0x1"),
    interaction(1, 5n, address(0xfc), "0x9"),
  ]);
  await upsertInteractions(db, "base", [interaction(1, 7n, market, "0x3")]);
  expect(await listInteractedContracts(db, "eth", [farm, market, address(0xdd)])).toEqual([
    { contract: farm, key: "" },
    { contract: market, key: "0x1" },
    { contract: market, key: "0x2" },
  ]);
  expect(await listInteractedContracts(db, "eth", [])).toEqual([]);
});

test("interactions with identified contracts are listed up to a limit for each protocol", async () => {
  const [other, nobody] = [address(0xfc), address(0xfd)];
  const identified = [
    { address: farm, protocolId: "flooded", identity: "place" },
    { address: market, protocolId: "flooded", identity: "place" },
    { address: other, protocolId: "quiet", identity: "place" },
  ] as const;
  await writeProtocolContracts(db, "eth", { blockNumber: 1n, timeAt: 100 }, [farm, market, other, nobody], identified);
  const given = [farm, market, other, nobody].map((contract) => interaction(1, 1n, contract, "0x1"));
  await upsertInteractions(db, "eth", [...given, interaction(1, 1n, farm, "0x2"), interaction(2, 1n, farm)]);
  const found = await listIdentifiedInteractions(db, { owner: address(1), chain: "eth", limit: 2 });
  expect(found).toEqual([
    { contract: farm, key: "0x1", protocolId: "flooded" },
    { contract: farm, key: "0x2", protocolId: "flooded" },
    { contract: other, key: "0x1", protocolId: "quiet" },
  ]);
});

test("of many contracts, those with interactions on the chain are listed", async () => {
  await upsertInteractions(db, "eth", [interaction(1, 7n), interaction(2, 7n), interaction(1, 7n, market, "0x2")]);
  await upsertInteractions(db, "base", [interaction(1, 7n, address(0xfc))]);
  const contracts = [address(0xfc), farm, market];
  expect(await listContractsInUse(db, "eth", contracts)).toEqual(new Set([farm, market]));
});
