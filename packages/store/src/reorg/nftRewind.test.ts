import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { toBytea } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import { upsertContracts } from "../contracts/contracts.ts";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { copyLegs } from "../history/legs.ts";
import { listNftApprovalKeys, upsertNftApprovals, writeNftApprovals } from "../approvals/nftApprovals.ts";
import { takeStaleNfts, markNftsStale, writeNftBalances } from "../nfts/nftBalances.ts";
import { describeNftContracts } from "../nfts/nftContracts.ts";
import { listUntracedNftContracts, writeNftOrigins } from "../nfts/nftOrigins.ts";
import type { NftKey } from "../nfts/nftKeys.ts";
import { claimNfts, ensureNfts, writeNftOutcomes } from "../nfts/nftMetadata.ts";
import { rewindNfts } from "./nftRewind.ts";
import { insertSales } from "../nfts/nftSales.ts";
import { LegKind, encodePosition } from "../history/position.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import type { Leg } from "../history/leg.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const ZERO: Address = `0x${"00".repeat(20)}`;
const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const USERS = [0xa, 0xb, 0xc].map(address);
const CONTRACT = address(0xc0);
const PAY = address(0xd0);
const txHash = `0x${"01".repeat(32)}` as const;
const IDS = [1n, 2n, 3n];
const TABLES = ["leg", "nft_balance", "stale_nft", "nft_contract", "nft_sale", "nft_approval"] as const;

/** One action in a block; ownership is derived while the history is played. */
type Step = { kind: "approve" | "give" | "sell"; tokenId: bigint; to: number };
/** The blocks, and the number of them in each batch; after a batch all stale rows may be read. */
type History = { blocks: Step[][]; batches: { size: number; isRead: boolean }[]; fork: number };

const step = fc.record<Step>({
  kind: fc.constantFrom("approve", "give", "sell"),
  tokenId: fc.constantFrom(...IDS),
  to: fc.nat({ max: USERS.length }),
});
const history = fc.record<History>({
  blocks: fc.array(fc.array(step, { maxLength: 3 }), { minLength: 1, maxLength: 9 }),
  batches: fc.array(fc.record({ size: fc.integer({ min: 1, max: 4 }), isRead: fc.boolean() }), {
    minLength: 9,
    maxLength: 9,
  }),
  fork: fc.nat({ max: 9 }),
});

/** Tracks owners and approvals after each block. */
class Chain {
  readonly owners = new Map<bigint, Address>();
  readonly spenders = new Map<bigint, Address>();
  #index = 0;

  play(blockNumber: bigint, steps: readonly Step[]) {
    const location = { blockNumber, timeAt: Number(blockNumber), txIndex: 0, subIndex: 0, token: CONTRACT, txHash };
    return steps.map(({ kind, tokenId, to }) => {
      const shared = { ...location, tokenId, index: this.#index++ };
      const target = USERS[to] ?? ZERO;
      return kind === "approve" ? this.#approve(shared, target) : this.#move(shared, target, kind === "sell");
    });
  }

  #approve(location: Omit<Leg, Varying> & { tokenId: bigint }, spender: Address): Played {
    const owner = this.owners.get(location.tokenId);
    if (owner === undefined) return { legs: [] };
    this.spenders.set(location.tokenId, spender);
    const rawAmount = spender === ZERO ? 0n : 1n;
    const leg = { ...location, kind: LegKind.nftApproval, owner, counterparty: spender, isInbound: false, rawAmount };
    return { legs: [leg], approval: { owner, contract: CONTRACT, tokenId: location.tokenId, spender } };
  }

  /** Mints an NFT without owner, burns one that goes to the zero address. */
  #move(location: Omit<Leg, Varying> & { tokenId: bigint }, to: Address, isSale: boolean): Played {
    const from = this.owners.get(location.tokenId) ?? ZERO;
    this.owners.set(location.tokenId, to);
    if (to === ZERO) this.owners.delete(location.tokenId);
    this.spenders.delete(location.tokenId);
    const moved = { ...location, kind: LegKind.nft, rawAmount: 1n };
    const legs: Leg[] = [
      { ...moved, owner: from, counterparty: to, isInbound: false },
      { ...moved, owner: to, counterparty: from, isInbound: true },
    ];
    const sale = isSale
      ? { contract: CONTRACT, tokenId: location.tokenId, position: encodePosition(legs[1]!) }
      : undefined;
    return { legs: legs.filter(({ owner }) => owner !== ZERO), sale };
  }
}

type Varying = "counterparty" | "isInbound" | "kind" | "owner" | "rawAmount";
interface Played {
  legs: Leg[];
  approval?: { owner: Address; contract: Address; tokenId: bigint; spender: Address };
  sale?: { contract: Address; tokenId: bigint; position: bigint } | undefined;
}

async function store(tx: Store, chain: Chain, from: number, blocks: readonly Step[][]): Promise<void> {
  const approvals = new Map<string, Parameters<typeof upsertNftApprovals>[2][number]>();
  for (const [offset, steps] of blocks.entries()) {
    const blockNumber = BigInt(from + offset);
    const location = { blockNumber, timeAt: from + offset };
    for (const { legs, approval, sale } of chain.play(blockNumber, steps)) {
      await copyLegs(tx, "eth", legs);
      await markNftsStale(
        tx,
        "eth",
        legs.map(({ owner, tokenId }) => key(owner, tokenId!)),
      );
      if (approval) approvals.set(`${approval.owner} ${approval.tokenId}`, { ...approval, ...location });
      if (sale) await insertSales(tx, "eth", [{ ...sale, payToken: PAY, rawAmount: 5n, txHash, ...location }]);
    }
  }
  await upsertNftApprovals(tx, "eth", [...approvals.values()]);
}

const key = (owner: Address, tokenId: bigint): NftKey => ({ owner, contract: CONTRACT, tokenId, isErc1155: false });

/** What the state stage does at a head. */
async function readAll(tx: Store, chain: Chain, head: number): Promise<void> {
  const keys = await takeStaleNfts(tx, "eth", 100);
  const has = ({ owner, tokenId }: NftKey) => chain.owners.get(tokenId) === owner;
  const approvals = (await listNftApprovalKeys(tx, "eth", keys)).map((it) => ({
    ...it,
    spender: (has(it) ? chain.spenders.get(it.tokenId) : undefined) ?? ZERO,
  }));
  await writeNftBalances(
    tx,
    "eth",
    BigInt(head),
    keys.map((it) => ({ ...it, rawAmount: has(it) ? 1n : 0n })),
  );
  await writeNftApprovals(tx, "eth", BigInt(head), approvals);
  await describeNftContracts(tx, "eth", BigInt(head), [
    { address: CONTRACT, isErc1155: false, name: "N", symbol: null },
  ]);
}

/**
 * Plays the history into an empty store up to a block.
 * @returns the chain at that block.
 */
async function playTo(tx: Store, { blocks, batches }: History, last: number): Promise<Chain> {
  for (const table of TABLES) await sql`truncate ${sql.table(table)}`.execute(tx);
  const chain = new Chain();
  let at = 0;
  for (const { size, isRead } of batches) {
    const part = blocks.slice(at, Math.min(at + size, last));
    if (part.length === 0) break;
    await store(tx, chain, at + 1, part);
    at += part.length;
    if (isRead) await readAll(tx, chain, at);
  }
  return chain;
}

/** What responses contain, once all stale rows were read, and which owners are followed. */
const visible = async (tx: Store) => ({
  balances: (await sql`select owner, token_id, raw_amount from nft_balance order by 1, 2`.execute(tx)).rows,
  approvals: (
    await sql`
      select owner, token_id, spender, changed_block, changed_at from nft_approval
      join nft_balance using (owner, chain, contract, token_id)
      where raw_amount > 0 and spender <> ${`\\x${"00".repeat(20)}`}::bytea order by 1, 2`.execute(tx)
  ).rows,
  sales: (await sql`select * from nft_sale order by 1, 2, 3, 4, 5, 6`.execute(tx)).rows,
});

test("metadata of NFTs that existed before and were minted after the fork is fetched again, of NFTs that were only moved it is not", async () => {
  await inTransaction(db, async (tx) => {
    const location = {
      blockNumber: 9n,
      txIndex: 0,
      subIndex: 0,
      kind: LegKind.nft,
      token: CONTRACT,
      rawAmount: 1n,
      txHash,
    };
    const leg = { ...location, timeAt: 9, owner: USERS[0]!, isInbound: true };
    await copyLegs(tx, "eth", [
      { ...leg, index: 1, tokenId: 1n, counterparty: ZERO },
      { ...leg, index: 2, tokenId: 2n, counterparty: USERS[1]! },
      { ...leg, index: 3, tokenId: 3n, counterparty: ZERO },
    ]);
    const ids = IDS.map((tokenId) => ({ contract: CONTRACT, tokenId, isErc1155: tokenId === 1n }));
    await ensureNfts(tx, "eth", ids);
    await writeNftOutcomes(
      tx,
      "eth",
      ids.map((id) => ({ ...id, uri: null, kind: "failed", error: "x" })),
    );
    await rewindNfts(tx, "eth", { blockNumber: 9n, timeAt: 9 });
    expect(await claimNfts(tx, "eth", { limit: 9, leaseSeconds: 1 })).toEqual([]);
    await rewindNfts(tx, "eth", { blockNumber: 8n, timeAt: 8 });
    expect((await claimNfts(tx, "eth", { limit: 9, leaseSeconds: 1 })).map(({ tokenId }) => tokenId)).toEqual([1n]);
    const { rows } = await sql`select from nft`.execute(tx);
    expect(rows).toHaveLength(2);
    await sql`truncate nft`.execute(tx);
  });
});

test("an NFT contract created after the fork loses its creator, one created before keeps it", async () => {
  await inTransaction(db, async (tx) => {
    const made = [0xe1, 0xe2].map(address);
    const creation = { creator: USERS[0]!, txHash, timeAt: 8 };
    await upsertContracts(
      tx,
      "eth",
      made.map((one, index) => ({ ...creation, address: one, blockNumber: BigInt(8 + index) })),
    );
    const described = { isErc1155: false, name: null, symbol: null };
    await describeNftContracts(
      tx,
      "eth",
      9n,
      made.map((one) => ({ ...described, address: one })),
    );
    await markNftsStale(
      tx,
      "eth",
      made.map((contract) => ({ owner: USERS[0]!, contract, tokenId: 1n, isErc1155: false })),
    );
    await rewindNfts(tx, "eth", { blockNumber: 8n, timeAt: 8 });
    const rows = await tx
      .selectFrom("nft_contract")
      .select(["creator", "time_at", "metadata_block"])
      .orderBy("address")
      .execute();
    expect(rows).toEqual([
      { creator: toBytea(USERS[0]!), time_at: 8n, metadata_block: null },
      { creator: null, time_at: null, metadata_block: null },
    ]);
    await sql`truncate nft_contract, contract, stale_nft`.execute(tx);
  });
});

test("a collection whose deployment was looked up loses it, unless it was before the second of the fork", async () => {
  await inTransaction(db, async (tx) => {
    const made = [USERS[0]!, USERS[1]!];
    const described = { isErc1155: false, name: null, symbol: null };
    const read = made.map((one) => ({ ...described, address: one }));
    await describeNftContracts(tx, "eth", 5n, read);
    const origins = made.map((one, index) => ({ address: one, creator: USERS[0]!, timeAt: 7 + index }));
    await writeNftOrigins(tx, "eth", origins);
    expect(await listUntracedNftContracts(tx, "eth", 9)).toEqual([]);
    await rewindNfts(tx, "eth", { blockNumber: 8n, timeAt: 8 });
    const rows = await tx.selectFrom("nft_contract").select(["creator", "time_at"]).orderBy("time_at").execute();
    expect(rows).toEqual([
      { creator: toBytea(USERS[0]!), time_at: 7n },
      { creator: null, time_at: null },
    ]);
    expect(await listUntracedNftContracts(tx, "eth", 9)).toEqual([USERS[1]]);
    await sql`truncate nft_contract`.execute(tx);
  });
});

test("a store rewound to a fork equals one that never indexed the rest, except for the rows waiting to be read", async () => {
  await fc.assert(
    fc.asyncProperty(history, async (given) => {
      const fork = Math.min(given.fork, given.blocks.length);
      await inTransaction(db, async (tx) => {
        const short = await playTo(tx, given, fork);
        await readAll(tx, short, fork);
        const expected = await visible(tx);

        await playTo(tx, given, given.blocks.length);
        await rewindNfts(tx, "eth", { blockNumber: BigInt(fork), timeAt: fork });
        await rewindNfts(tx, "eth", { blockNumber: BigInt(fork), timeAt: fork });
        await sql`delete from leg where block_number > ${fork}`.execute(tx);
        await readAll(tx, short, fork);
        expect(await visible(tx)).toEqual(expected);
        const read = await sql`select from nft_balance where block_number > ${fork}`.execute(tx);
        const described = await sql`select from nft_contract where metadata_block > ${fork}`.execute(tx);
        expect([read.rows.length, described.rows.length]).toEqual([0, 0]);
      });
    }),
    { numRuns: 15 },
  );
});
