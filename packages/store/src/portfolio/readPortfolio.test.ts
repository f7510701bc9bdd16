import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { copyBlocks } from "../chains/blocks.ts";
import type { Address, Hex } from "../encoding/bytea.ts";
import { advanceChain, ensureChainState } from "../chains/chains.ts";
import { closeDatabase, inTransaction, openDatabase, withClient } from "../database/database.ts";
import { copyLegs } from "../history/legs.ts";
import { writeNftBalances } from "../nfts/nftBalances.ts";
import { LegKind } from "../history/position.ts";
import type { PortfolioRead } from "./portfolioRead.ts";
import { READ_PORTFOLIO, READ_PORTFOLIOS } from "./portfolioStatement.ts";
import { writePositionReads } from "../positions/positionReads.ts";
import { readOwner } from "../balances/readOwner.ts";
import { readPortfolio, readPortfolios } from "./readPortfolio.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { writeProtocolContracts } from "../protocols/protocolContracts.ts";
import { upsertInteractions } from "../positions/interactions.ts";
import { writeBalances } from "../balances/writeBalances.ts";

const { db, url, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const hash = (n: number): Hex => `0x${n.toString(16).padStart(64, "0")}`;
const block = (n: number) => ({ blockNumber: BigInt(n), hash: hash(n), timeAt: 1_000 + n });
const [owner, other, manager, farm] = [address(0xa), address(0xb), address(0xc3), address(0xfa)];
const HEAD = 20;
const nftContracts = [
  { chain: "eth", contract: manager },
  { chain: "base", contract: address(0xc4) },
];
const query = { owner, chains: ["eth", "base", "arb"], nftContracts };

beforeEach(async () => {
  await sql`
    truncate chain_state, block, leg, balance, touch, nft_balance, stale_nft, position_read, position_point, sight, followed_owner, owner_history`.execute(
    db,
  );
  for (const [chain, chainId] of [
    ["eth", 1],
    ["base", 8453],
  ] as const) {
    await ensureChainState(db, { chain, chainId, startBlock: 0n });
    await copyBlocks(
      db,
      chain,
      Array.from({ length: HEAD + 6 }, (_, n) => block(n)),
    );
    await advanceChain(db, chain, { logs: block(HEAD + 5), balances: block(HEAD) });
  }
});

const nft = (contract: Address, tokenId: bigint, rawAmount = 1n, holder = owner) => ({
  owner: holder,
  contract,
  tokenId,
  rawAmount,
  isErc1155: false,
});
const interaction = (contract: Address, key: string, blockNumber: number, holder = owner) => ({
  owner: holder,
  contract,
  key,
  blockNumber: BigInt(blockNumber),
});
const reading = (protocolId: string, at: number, text = "[]", chain = "eth", holder = owner) => ({
  owner: holder,
  chain,
  protocolId,
  text,
  blockNumber: BigInt(at),
  blockHash: hash(at),
  timeAt: 1_000 + at,
  amounts: {},
});
const legAt = (n: number, holder = owner) => ({
  owner: holder,
  blockNumber: BigInt(n),
  txIndex: 0,
  kind: LegKind.token,
  index: 0,
  subIndex: 0,
  isInbound: true,
  token: address(1),
  counterparty: other,
  rawAmount: 1n,
  txHash: hash(1),
  timeAt: 1_000 + n,
});

test("a portfolio has balances, interactions, position NFTs and position readings, all of one block", async () => {
  await writeBalances(db, "eth", 20n, [{ owner, token: address(1), rawAmount: 2n ** 255n }]);
  await upsertInteractions(db, "eth", [
    interaction(farm, "", 7),
    interaction(farm, "0x2a", 8),
    interaction(farm, "", 7, other),
  ]);
  await upsertInteractions(db, "base", [interaction(manager, "0x1", 9)]);
  await writeNftBalances(db, "eth", 20n, [nft(manager, 2n ** 256n - 1n), nft(manager, 3n, 0n), nft(farm, 4n)]);
  await writeNftBalances(db, "base", 20n, [nft(address(0xc4), 5n), nft(address(0xc4), 6n, 1n, other)]);
  const text = '[{"name":"a b\\nc, d","x":1}]';
  await writeProtocolContracts(
    db,
    "eth",
    { blockNumber: 20n, timeAt: 2000 },
    [farm, manager],
    [{ address: farm, protocolId: "chef", identity: "place" }],
  );
  await writePositionReads(db, [reading("aave3", 20, text), reading("base_lido", 19, "[\n]", "base")]);
  const read = await readPortfolio(db, query);
  const plain = await readOwner(db, query);
  expect(read).toEqual({
    syncStatuses: plain.syncStatuses.map((syncStatus) => ({ ...syncStatus, balances: block(HEAD) })),
    balances: plain.balances,
    interactions: expect.any(Array),
    positionNfts: expect.any(Array),
    positions: expect.any(Array),
  } satisfies PortfolioRead);
  expect(read.interactions.toSorted((a, b) => Number(a.blockNumber - b.blockNumber))).toEqual([
    { chain: "eth", ...interaction(farm, "", 7), protocolId: "chef" },
    { chain: "eth", ...interaction(farm, "0x2a", 8), protocolId: "chef" },
    { chain: "base", ...interaction(manager, "0x1", 9), protocolId: "" },
  ]);
  expect(read.positionNfts).toEqual([
    { chain: "base", contract: address(0xc4), tokenId: 5n },
    { chain: "eth", contract: manager, tokenId: 2n ** 256n - 1n },
  ]);
  const { blockNumber, hash: blockHash, timeAt } = block(20);
  expect(read.positions.toSorted((a, b) => Number(a.blockNumber - b.blockNumber))).toEqual([
    {
      chain: "base",
      protocolId: "base_lido",
      text: "[ ]",
      isChangedSince: false,
      blockNumber: 19n,
      blockHash: hash(19),
      timeAt: 1_019,
    },
    { chain: "eth", protocolId: "aave3", text, isChangedSince: false, blockNumber, blockHash, timeAt },
  ]);
});

test("chains that were not requested have only their sync status, and without contracts there are no NFTs", async () => {
  await upsertInteractions(db, "eth", [interaction(farm, "", 7)]);
  await writeNftBalances(db, "eth", 20n, [nft(manager, 1n)]);
  await writePositionReads(db, [reading("aave3", 20)]);
  const read = await readPortfolio(db, { ...query, chains: ["base"] });
  expect(read).toEqual({
    syncStatuses: read.syncStatuses,
    balances: [],
    interactions: [],
    positionNfts: [],
    positions: [],
  });
  expect(read.syncStatuses).toHaveLength(2);
  expect((await readPortfolio(db, { ...query, nftContracts: [] })).positionNfts).toEqual([]);
});

test("positions are changed since their reading if the owner had a transfer or interaction after it, up to the balances' block", async () => {
  const chains = ["eth"];
  const isChanged = async () =>
    (await readPortfolio(db, { ...query, chains })).positions.map((row) => [row.protocolId, row.isChangedSince]);
  await writePositionReads(db, [reading("a", 10), reading("b", 20), reading("c", 9, "[]", "eth", other)]);
  await copyLegs(db, "eth", [legAt(10), legAt(15, other), legAt(21)]);
  await copyLegs(db, "base", [legAt(15)]);
  await upsertInteractions(db, "eth", [
    interaction(farm, "", 3),
    interaction(farm, "", 10),
    interaction(farm, "", 15, other),
  ]);
  const rows = async () => new Map((await isChanged()) as [string, boolean][]);
  expect(await rows()).toEqual(
    new Map([
      ["a", false],
      ["b", false],
    ]),
  );
  await upsertInteractions(db, "eth", [interaction(farm, "", 22)]);
  expect(await rows()).toEqual(
    new Map([
      ["a", true],
      ["b", false],
    ]),
  );
  await sql`truncate touch`.execute(db);
  expect(await rows()).toEqual(
    new Map([
      ["a", false],
      ["b", false],
    ]),
  );
  await copyLegs(db, "eth", [legAt(20)]);
  expect(await rows()).toEqual(
    new Map([
      ["a", true],
      ["b", false],
    ]),
  );
  await advanceChain(db, "eth", { balances: null });
  expect(await rows()).toEqual(
    new Map([
      ["a", false],
      ["b", false],
    ]),
  );
});

test("owners that are read in one batch each get their own result", async () => {
  const owners = Array.from({ length: 40 }, (_, n) => address(0xe0000 + n));
  for (const chain of ["eth", "base"]) {
    const some = (max: number) =>
      owners.flatMap((one, n) => Array.from({ length: n % max }, (_, i) => [one, n, i] as const));
    await writeBalances(
      db,
      chain,
      20n,
      some(4).map(([one, n, i]) => ({ owner: one, token: address(i), rawAmount: BigInt(n) })),
    );
    await upsertInteractions(
      db,
      chain,
      some(3).map(([one, n, i]) => interaction(address(n), `0x${i}`, 11 + i, one)),
    );
    await writeNftBalances(
      db,
      chain,
      20n,
      some(5).map(([one, n, i]) => nft(manager, BigInt(n * 10 + i), 1n, one)),
    );
    await copyLegs(
      db,
      chain,
      some(2).map(([one, n]) => legAt(n % 20, one)),
    );
    await writePositionReads(
      db,
      some(6).map(([one, n, i]) => reading(`p${i}`, 9 + (n % 12), `[${n}]`, chain, one)),
    );
  }
  const queries = owners.map((one, n) => ({
    owner: one,
    nftContracts: n % 3 === 0 ? [] : nftContracts,
    chains: [["eth"], ["base"], [], ["base", "eth", "arb"]][n % 4]!,
  }));
  const alone: PortfolioRead[] = [];
  for (const one of queries) alone.push(await inTransaction(db, (tx) => readPortfolio(tx, one)));
  expect((await Promise.all(queries.map((one) => readPortfolio(db, one)))).map(sortParts)).toEqual(
    alone.map(sortParts),
  );
  expect(alone.flatMap(({ positions }) => positions).filter((row) => row.isChangedSince).length).toBeGreaterThan(5);
  const similar = queries.map((one) => ({ ...one, nftContracts }));
  const together = await readPortfolios(db, similar);
  const apart = await Promise.all(similar.map((one) => readPortfolio(db, one)));
  expect(together.map(sortParts)).toEqual(apart.map(sortParts));
  expect(await readPortfolios(db, [])).toEqual([]);
});

/** Sorted for comparison: results are unordered. */
const sortParts = (read: PortfolioRead) => ({
  syncStatuses: read.syncStatuses,
  balances: read.balances.map((one) => `${one.chain} ${one.token} ${one.digits}`).toSorted(),
  interactions: read.interactions.map((one) => Object.values(one).join(" ")).toSorted(),
  positionNfts: read.positionNfts.map((one) => Object.values(one).join(" ")).toSorted(),
  positions: read.positions.map((one) => Object.values(one).join(" ")).toSorted(),
});

test("a read is bounded for an address with very many NFTs, and includes those of other contracts", async () => {
  await sql`
    insert into nft_balance (owner, chain, contract, token_id, is_erc1155, raw_amount, block_number)
    select decode(${owner.slice(2)}, 'hex'), 'eth', decode(${manager.slice(2)}, 'hex'), i, false, 1, 1
    from generate_series(1, 11000) i`.execute(db);
  await writeNftBalances(db, "eth", 20n, [nft(address(0xc4), 5n)]);
  const { positionNfts } = await readPortfolio(db, query);
  expect(positionNfts).toHaveLength(10_001);
  expect(positionNfts.at(-1)).toEqual({ chain: "eth", contract: address(0xc4), tokenId: 5n });
});

test("however much is stored of others, all parts are read by indexes", async () => {
  const some = "substr(sha256(i::text::bytea), 1, 20)";
  for (const statement of [
    `balance (owner, chain, token, raw_amount, block_number) select ${some}, 'eth', ${some}, 1, 1`,
    `touch (owner, chain, contract, key, block_number, last_block) select ${some}, 'eth', ${some}, '', 1, 1`,
    `nft_balance (owner, chain, contract, token_id, is_erc1155, raw_amount, block_number)
      select ${some}, 'eth', ${some}, 1, false, 1, 1`,
    `leg (owner, chain, block_number, position, is_inbound, kind, token, counterparty, raw_amount, tx_hash, time_at)
      select ${some}, 'eth', 1, i, true, 0, ${some}, ${some}, 1, '', 1`,
    `position_read (owner, chain, protocol_id, block_number, block_hash, time_at, positions)
      select ${some}, 'eth', 'aave3', 1, sha256(''), 1, '[]'`,
    `sight (owner, chain, block_number) select ${some}, 'eth', 1`,
    `followed_owner (owner, chain, since_block) select ${some}, 'eth', 1`,
    `owner_history (owner, chain, to_block) select ${some}, 'eth', 1`,
  ]) {
    await sql.raw(`insert into ${statement} from generate_series(1, 10000) i`).execute(db);
  }
  await sql`vacuum analyze`.execute(db);
  const explain = (kind: "custom" | "generic", text: string, values: string) =>
    withClient(db, async (client) => {
      await client.query(`begin; set local plan_cache_mode = force_${kind}_plan; prepare reading as ${text}`);
      const { rows } = await client.query<Record<string, string>>(`explain execute reading (${values})`);
      await client.query("deallocate reading; rollback");
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    });
  const [one, two] = [owner, other].map((each) => `'\\x${each.slice(2)}'::bytea`);
  const ofOne = [READ_PORTFOLIO.text, `${one}, 'eth,base', array[${two}]`] as const;
  const ofTwo = [READ_PORTFOLIOS.text, `array[${one}, ${two}], array['eth', 'eth,base'], array[${two}]`] as const;
  const plans = [
    await explain("custom", ...ofOne),
    await explain("generic", ...ofOne),
    await explain("custom", ...ofTwo),
  ];
  expect(plans.map((plan) => plan.includes("$3"))).toEqual([false, true, false]);
  for (const plan of plans) {
    expect(plan).not.toMatch(
      /Seq Scan on (?:balance|touch|nft_balance|position_read|sight|followed_owner|owner_history)/,
    );
    for (const index of [
      "balance_pkey",
      "touch_pkey",
      "nft_balance_held",
      "position_read_pkey",
      "leg_pkey",
      "owner_history_pkey",
    ])
      expect(plan).toContain(index);
  }
});

test("one owner's statement is planned few times per connection, not at each read", async () => {
  const single = openDatabase(url, { max: 1 });
  for (let reads = 0; reads < 12; reads++) await readPortfolio(single, query);
  const { rows } = await sql<{ planned: string }>`
    select generic_plans || ' generic, ' || custom_plans || ' custom' as planned from pg_prepared_statements
    where name = 'portico-read-portfolio'`.execute(single);
  expect(rows).toEqual([{ planned: "7 generic, 5 custom" }]);
  await closeDatabase(single);
});
