import { setTimeout as sleep } from "node:timers/promises";
import { addFollowedOwners, listListedTokens } from "@portico/store";
import type { Store } from "@portico/store";
import { sql } from "kysely";
import { type Address, keccak256, numberToHex, slice, stringToHex } from "viem";
import { type Benchmark, toRow } from "../benchmark.ts";
import type { Node } from "../chain/node.ts";
import { listCounts } from "./listCounts.ts";
import { waitFor, withIndexer, withTokens, writeSettings } from "./listedTokens.ts";

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
    const seconds = { native: 0, listed: 0 };
    await withTokens(TOKENS, async (scene) => {
      const { chain, database, node, proxy, tokens } = scene;
      const { db } = database;
      const owners = Array.from({ length: OWNERS }, (_, n) => slice(keccak256(stringToHex(`many owner ${n}`)), 12));
      await fund(node, owners);
      const holders = owners.filter((_, n) => n % HOLDS_ONE_IN === 0);
      for (const owner of holders) await tokens.give(owner, HELD);
      await chain.mine();
      const env = writeSettings(folder, scene, markCore(tokens.list));
      await withIndexer(scene, env, async (indexer) => {
        await waitFor(indexer, async () => (await listListedTokens(db, "eth")).length >= TOKENS);
        await sleep(10_000); // the work after a start
        const before = new Map([...proxy.counts].map(([method, { requests }]) => [method, requests]));
        const began = performance.now();
        const since = (): number => (performance.now() - began) / 1_000;
        for (let at = 0; at < owners.length; at += AT_ONCE) {
          await addFollowedOwners(db, "eth", owners.slice(at, at + AT_ONCE));
        }
        await waitFor(indexer, async () => (await countScans(db)).waiting === 0);
        seconds.native = since();
        log(`native and ${CORE} tokens: ${seconds.native.toFixed(1)} s: ${listCounts(proxy, before)}`);
        await waitFor(indexer, async () => (await countScans(db)).partial === 0);
        seconds.listed = since();
        const { coins, balances } = await countBalances(db);
        log(`all tokens: ${seconds.listed.toFixed(1)} s, ${balances} balances: ${listCounts(proxy, before)}`);
        log(`CPU of the indexer: ${indexer.readUsage().cpuSeconds.toFixed(1)} s, refused calls: ${proxy.limited()}`);
        if (coins !== OWNERS || balances !== holders.length * HELD)
          throw new Error(`${coins} coins and ${balances} balances are stored`);
      });
    });
    const row = { unit: "s", against: "its limit", goal: 1, kind: "cost" } as const;
    return [
      toRow({ ...row, name: "owners/first-10k", ours: [seconds.native], theirs: [LIMITS_S.native] }),
      toRow({ ...row, name: "owners/first-10k-listed", ours: [seconds.listed], theirs: [LIMITS_S.listed] }),
    ];
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
