import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startBareChain } from "@portico/devnet";
import { startNodeProfile } from "@portico/evm/testing/nodeProfiles";
import { addFollowedOwners, findChainState, listListedTokens } from "@portico/store";
import type { Store } from "@portico/store";
import { createTemplate, createTestDatabase, startTestPostgres } from "@portico/store/testing";
import { sql } from "kysely";
import { type Address, keccak256, numberToHex, slice, stringToHex } from "viem";
import { type Benchmark, toRow } from "../benchmark.ts";
import { createNode, type Node } from "../chain/node.ts";
import { startIndexer } from "../indexer/startIndexer.ts";
import { installTokens } from "./installTokens.ts";
import { listCounts } from "./listCounts.ts";

const LIMITS = { rps: 25, delayMs: 50 };
const OWNERS = 10_000;
const TOKENS = 3_000;
/** Of the tokens, those that the list marks as core. */
const CORE = 30;
/** One in so many owners holds tokens. */
const HOLDS_ONE_IN = 5;
const HELD = 5;
/** As `pnpm portico owners add` does. */
const AT_ONCE = 1_000;
const LIMITS_S = { native: 60, listed: 600 };

/** From when 10,000 owners are added until their native and common tokens are stored, and until all listed tokens are. */
export const ownersFirstMany: Benchmark = {
  names: ["owners/first-10k", "owners/first-10k-listed"],
  async run({ log, folder }) {
    const [chain, postgres] = await Promise.all([startBareChain(1), startTestPostgres()]);
    const template = await createTemplate(postgres.url);
    const database = await createTestDatabase({ serverUrl: postgres.url, template });
    const node = createNode(chain.rpcUrl);
    const proxy = await startNodeProfile(chain.rpcUrl, LIMITS);
    try {
      const owners = Array.from({ length: OWNERS }, (_, n) => slice(keccak256(stringToHex(`many owner ${n}`)), 12));
      const tokens = await installTokens(node, TOKENS);
      await fund(node, owners);
      const holders = owners.filter((_, n) => n % HOLDS_ONE_IN === 0);
      for (const owner of holders) await tokens.give(owner, HELD);
      await chain.mine();
      const list = join(folder, "tokens.json");
      writeFileSync(list, markCore(tokens.list));
      const env = { PORTICO_INDEX_ETH: "owners", PORTICO_TOKEN_LISTS: list, PORTICO_PRICE_DAYS: "0" };
      const indexer = startIndexer({ databaseUrl: database.url, rpcUrl: proxy.url, mode: "full", env });
      try {
        const { db } = database;
        await waitFor(indexer.check, async () => (await findChainState(db, "eth"))?.balances !== undefined);
        await waitFor(indexer.check, async () => (await listListedTokens(db, "eth")).length >= TOKENS);
        await sleep(10_000); // the work after a start
        const before = new Map([...proxy.counts].map(([method, { requests }]) => [method, requests]));
        const began = performance.now();
        const since = (): number => (performance.now() - began) / 1_000;
        for (let at = 0; at < owners.length; at += AT_ONCE) {
          await addFollowedOwners(db, "eth", owners.slice(at, at + AT_ONCE));
        }
        await waitFor(indexer.check, async () => (await countScans(db)).waiting === 0);
        const native = since();
        log(`native and ${CORE} tokens: ${native.toFixed(1)} s: ${listCounts(proxy, before)}`);
        await waitFor(indexer.check, async () => (await countScans(db)).partial === 0);
        const listed = since();
        const { coins, balances } = await countBalances(db);
        log(`all tokens: ${listed.toFixed(1)} s, ${balances} balances: ${listCounts(proxy, before)}`);
        log(`CPU of the indexer: ${indexer.readUsage().cpuSeconds.toFixed(1)} s, refused calls: ${proxy.limited()}`);
        const expected = holders.length * HELD;
        if (coins !== OWNERS || balances !== expected)
          throw new Error(`${coins} coins and ${balances} balances are stored`);
        const row = { unit: "s", against: "its limit", goal: 1, kind: "cost" } as const;
        return [
          toRow({ ...row, name: "owners/first-10k", ours: [native], theirs: [LIMITS_S.native] }),
          toRow({ ...row, name: "owners/first-10k-listed", ours: [listed], theirs: [LIMITS_S.listed] }),
        ];
      } finally {
        await indexer.stop();
      }
    } finally {
      node.close();
      await proxy.stop();
      await database.drop();
      await Promise.all([chain.stop(), postgres.stop()]);
    }
  },
};

async function fund(node: Node, owners: readonly Address[]): Promise<void> {
  for (let at = 0; at < owners.length; at += AT_ONCE) {
    const some = owners.slice(at, at + AT_ONCE);
    await node.batch(some.map((owner) => ["anvil_setBalance", [owner, numberToHex(10n ** 18n)]]));
  }
}

/** @param list - In the format of tokenlists.org. */
function markCore(list: string): string {
  const parsed = JSON.parse(list) as { tokens: object[] };
  const tokens = parsed.tokens.map((token, n) => (n < CORE ? { ...token, tags: ["core"] } : token));
  return JSON.stringify({ ...parsed, tags: { core: { name: "core", description: "Common tokens" } }, tokens });
}

async function waitFor(check: () => void, isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) {
    check();
    await sleep(100);
  }
}

async function countScans(db: Store): Promise<{ waiting: number; partial: number }> {
  const { rows } = await sql<{ waiting: number; partial: number }>`
    select count(*) filter (where block_number is null)::int as waiting, count(*) filter (where is_partial)::int as partial
    from sight`.execute(db);
  return rows[0]!;
}

async function countBalances(db: Store): Promise<{ coins: number; balances: number }> {
  const { rows } = await sql<{ coins: number; balances: number }>`
    select count(*) filter (where token = decode(repeat('ee', 20), 'hex'))::int as coins,
      count(*) filter (where token <> decode(repeat('ee', 20), 'hex'))::int as balances
    from balance where raw_amount > 0`.execute(db);
  return rows[0]!;
}
