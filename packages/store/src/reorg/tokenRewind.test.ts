import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import { ensureChainState } from "../chains/chains.ts";
import type { BlockRef } from "../chains/chains.ts";
import { upsertContracts } from "../contracts/contracts.ts";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { copyLegs } from "../history/legs.ts";
import { LegKind } from "../history/position.ts";
import { rewindChain } from "./rewind.ts";
import { takeStale, markBalancesStale } from "../balances/staleBalances.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { applyTokenList } from "../tokens/tokenLists.ts";
import { listStaleTokens, listUndescribedTokens, listUntracedTokens, writeOrigins } from "../tokens/tokenQueues.ts";
import { findToken, listDescribedAfter } from "../tokens/tokens.ts";
import { upsertTokens, writeSupplies } from "../tokens/tokenWrites.ts";
import { writeBalances } from "../balances/writeBalances.ts";
import { unknownToken } from "../tokens/token.ts";
import type { Token } from "../tokens/token.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const txHash = `0x${"01".repeat(32)}` as const;
const OWNERS = [0xa, 0xb].map(address);
const TOKENS = [0xc0, 0xc1].map(address);
/** Listed before it is described. */
const LISTED = TOKENS[1]!;

/** A unit given to an owner; a token is deployed with its first one. */
type Gift = { token: number; owner: number };
interface Block {
  /** Unique among the blocks of all branches. */
  id: number;
  gifts: Gift[];
}
interface Episode {
  depth: number;
  blocks: Gift[][];
  /** Whether the head is reached; otherwise it is catching up. */
  isRead: boolean;
  /** Whether the background work runs: describing waiting tokens and looking up deployments. */
  isDescribed: boolean;
  /** Whether another process continues. */
  isRestarted: boolean;
}

const gift = fc.record<Gift>({ token: fc.nat(1), owner: fc.nat(1) });
const episodes = fc.array(
  fc.record<Episode>({
    depth: fc.nat(3),
    blocks: fc.array(fc.array(gift, { maxLength: 2 }), { maxLength: 3 }),
    isRead: fc.boolean(),
    isDescribed: fc.boolean(),
    isRestarted: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
);

/** Two blocks share each second. */
const timeOf = (blockNumber: number) => 1_700_000_000 + Math.floor(blockNumber / 2);
const ref = (blockNumber: number): BlockRef => ({
  blockNumber: BigInt(blockNumber),
  hash: txHash,
  timeAt: timeOf(blockNumber),
});

/** A token's expected metadata after these blocks; undefined if it doesn't exist. */
function readAmount(blocks: readonly Block[], token: Address) {
  const isOf = (one: Gift) => TOKENS[one.token] === token;
  const index = blocks.findIndex(({ gifts }) => gifts.some(isOf));
  const birth = blocks[index];
  if (birth === undefined) return undefined;
  const totalSupply = BigInt(blocks.flatMap(({ gifts }) => gifts.filter(isOf)).length);
  return { name: `${birth.id}`, totalSupply, timeAt: timeOf(index + 1), creator: address(birth.id) };
}

const describe = (chain: string, blocks: readonly Block[], tokens: readonly Address[]): Token[] =>
  tokens.map((token) => {
    const { name = null, totalSupply = null } = readAmount(blocks, token) ?? {};
    const standard = name === null ? "unknown" : "erc20";
    return { ...unknownToken(chain, token), standard, name, totalSupply, metadataBlock: BigInt(blocks.length) };
  });

class Indexer {
  readonly chain: string;
  readonly hasTraces: boolean;
  blocks: Block[] = [];
  #known = new Set<Address>();
  #ids = 1;

  constructor(chain: string, hasTraces: boolean) {
    this.chain = chain;
    this.hasTraces = hasTraces;
  }

  async begin(): Promise<void> {
    await ensureChainState(db, { chain: this.chain, chainId: 1, startBlock: 0n });
    const listed = { address: LISTED, name: null, symbol: "LST", decimals: null, logoUrl: null, isCore: false };
    await applyTokenList(db, this.chain, [listed]);
  }

  async play({ depth, blocks, isRead, isDescribed, isRestarted }: Episode): Promise<void> {
    const { chain } = this;
    if (isRestarted) this.#known = new Set(await listDescribedAfter(db, chain, -1n));
    const remaining = this.blocks.slice(0, Math.max(0, this.blocks.length - depth));
    if (depth > 0) {
      for (const token of await listDescribedAfter(db, chain, BigInt(remaining.length))) this.#known.delete(token);
    }
    const added = blocks.map((gifts): Block => ({ id: this.#ids++, gifts }));
    this.blocks = [...remaining, ...added];
    await inTransaction(db, async (tx) => {
      if (depth > 0) await rewindChain(tx, chain, ref(remaining.length));
      await this.#store(tx, remaining, added, isRead);
    });
    if (isDescribed) await this.describeRemaining();
  }

  async #store(tx: Store, remaining: readonly Block[], added: readonly Block[], isRead: boolean): Promise<void> {
    const { chain, blocks } = this;
    const gifts = added.flatMap((block) => block.gifts);
    const wanted = [...new Set(gifts.map(({ token }) => TOKENS[token]!))].filter((token) => !this.#known.has(token));
    const stale = await listStaleTokens(tx, chain, 100);
    for (const [index, block] of added.entries())
      await this.#append(tx, [...remaining, ...added.slice(0, index)], block);
    await upsertTokens(tx, describe(chain, blocks, wanted));
    await markBalancesStale(
      tx,
      chain,
      gifts.map(({ token, owner }) => ({ owner: OWNERS[owner]!, token: TOKENS[token]! })),
    );
    if (isRead) await this.#readState(tx, [...stale, ...gifts.map(({ token }) => TOKENS[token]!)]);
    for (const token of wanted) this.#known.add(token);
  }

  async #append(tx: Store, before: readonly Block[], { id, gifts }: Block): Promise<void> {
    const [blockNumber, timeAt] = [BigInt(before.length + 1), timeOf(before.length + 1)];
    const made = TOKENS.filter(
      (token, index) => !readAmount(before, token) && gifts.some((one) => one.token === index),
    );
    const creations = made.map((token) => ({ address: token, creator: address(id), blockNumber, txHash, timeAt }));
    if (this.hasTraces) await upsertContracts(tx, this.chain, creations);
    const location = { blockNumber, timeAt, txHash, txIndex: 0, subIndex: 0 };
    const minted = { kind: LegKind.token, isInbound: true, rawAmount: 1n, counterparty: address(0) };
    const legs = gifts.map(({ token, owner }, index) => {
      return { ...location, ...minted, index, owner: OWNERS[owner]!, token: TOKENS[token]! };
    });
    await copyLegs(tx, this.chain, legs);
  }

  async #readState(tx: Store, tokens: readonly Address[]): Promise<void> {
    const { chain, blocks } = this;
    const supplies = [...new Set(tokens)].map((token) => {
      return { token, totalSupply: readAmount(blocks, token)?.totalSupply ?? null };
    });
    const stale = await takeStale(tx, chain, 100);
    const reads = stale.map((pair) => ({ ...pair, rawAmount: readAmount(blocks, pair.token) ? 1n : null }));
    await writeBalances(tx, chain, BigInt(blocks.length), reads);
    await writeSupplies(tx, chain, supplies);
  }

  /** The work outside of block ranges. */
  async describeRemaining(): Promise<void> {
    const { chain, blocks } = this;
    await upsertTokens(db, describe(chain, blocks, await listUndescribedTokens(db, chain, 100)));
    const untraced = await listUntracedTokens(db, chain, 100);
    const origins = untraced.map((token) => {
      const { timeAt = null, creator = null } = readAmount(blocks, token) ?? {};
      return { address: token, timeAt, creator };
    });
    await writeOrigins(db, chain, origins);
  }

  async findReported(token: Address) {
    const found = await findToken(db, this.chain, token);
    if (found === undefined) return undefined;
    const { name, totalSupply, timeAt, creator } = found;
    return { name, totalSupply, timeAt, creator };
  }
}

const IDLE: Episode = { depth: 0, blocks: [], isRead: true, isDescribed: true, isRestarted: false };
const MADE: Gift[][] = [[{ token: 1, owner: 0 }]];
/** Described in the background while it did not exist, and then treated as known by an indexer. */
const MADE_AGAIN = [
  { ...IDLE, blocks: MADE },
  { ...IDLE, depth: 1 },
  { ...IDLE, blocks: MADE, isRestarted: true },
];
/** Deployed in the same second as the fork's block. */
const MADE_AT_ONCE = [
  { ...IDLE, blocks: [[{ token: 0, owner: 0 }]] },
  { ...IDLE, depth: 1, blocks: [[{ token: 0, owner: 0 }]] },
];
let chains = 0;

test("after any reorgs and restarts, the stored token metadata equals that of the chain's final branch", async () => {
  await fc.assert(
    fc.asyncProperty(episodes, fc.boolean(), async (list, hasTraces) => {
      const indexer = new Indexer(`chain${chains++}`, hasTraces);
      await indexer.begin();
      for (const one of [...list, IDLE, IDLE]) await indexer.play(one);
      for (const token of TOKENS.filter((one) => readAmount(indexer.blocks, one) !== undefined)) {
        expect(await indexer.findReported(token)).toEqual(readAmount(indexer.blocks, token));
      }
      const gone = { totalSupply: null, timeAt: null, creator: null };
      expect(await indexer.findReported(LISTED)).toMatchObject(readAmount(indexer.blocks, LISTED) ?? gone);
    }),
    { numRuns: 10, examples: [MADE_AGAIN, MADE_AT_ONCE].map((list) => [list, false]) },
  );
});

test("a token that has lost all holders waits to be described again, because its supply may differ", async () => {
  const indexer = new Indexer("unheld", true);
  await indexer.begin();
  const supplied = { ...unknownToken("unheld", LISTED), metadataBlock: 0n, totalSupply: 3n, isVerified: true };
  await upsertTokens(db, [supplied]);
  await indexer.play({ ...IDLE, blocks: MADE, isDescribed: false });
  await indexer.play({ ...IDLE, depth: 1, isDescribed: false });
  expect(await listUndescribedTokens(db, "unheld", 9)).toEqual([LISTED]);
  expect((await findToken(db, "unheld", LISTED))?.totalSupply).toBeNull();
});
