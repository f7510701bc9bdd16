import { setTimeout as wait } from "node:timers/promises";
import type { Address } from "viem";
import { listParts, readPast } from "./compareHistory.ts";
import { type HistoryRequest, walk } from "./historyWalk.ts";
import { readChains } from "./chainTruth.ts";
import { type Comparison, createCollector } from "./comparison.ts";
import { reorganise, type ReorgPlan, type Reorganised } from "./reorgs.ts";
import type { RunningService } from "./runService.ts";

/** Hashes of the indexed blocks that responses are based on, by chain and number. */
type Footing = ReadonlyMap<string, ReadonlyMap<number, string>>;

interface Walk {
  query: HistoryRequest;
  by: "cursor" | "time";
  before: Footing;
  after: Footing;
  /** `chain hash` of every item, in response order. */
  found: readonly string[];
}

export interface MovingComparison extends Comparison, Reorganised {
  readonly walks: number;
  /** Walks during which blocks in their range were replaced. */
  readonly disturbed: number;
}

/**
 * Walks through histories while users continue and blocks are replaced. In the blocks that existed during the entire
 * walk, it must find every transaction once, in order.
 */
export async function compareMovingWalks(service: RunningService, plan: ReorgPlan): Promise<MovingComparison> {
  const moving = { isDone: false };
  const changing = reorganise(service, plan).finally(() => (moving.isDone = true));
  const walks: Walk[] = [];
  for (let number = 0; !moving.isDone; number += 1) walks.push(await walkOnce(service, number * 7 + plan.seed));
  const changed = await changing;
  await service.catchUp();
  const world = await readPast(await readChains(service.devnet));
  const final = await readFooting(service);
  const collector = createCollector();
  for (const [number, one] of walks.entries()) {
    const parts = listParts(world, one.query).filter(({ chain, transaction: { block } }) =>
      stood(chain, block, one, final),
    );
    const keys = parts.map(({ chain, transaction: { hash } }) => `${chain} ${hash}`);
    const known = new Set(keys);
    const what = `walk ${number} ${JSON.stringify(one.query)} by ${one.by}`;
    collector.compare(
      `${what}, each once in order`,
      one.found.filter((key) => known.has(key)),
      keys,
    );
    collector.count(keys.length);
  }
  const disturbed = walks.filter(({ before, after }) => isDisturbed(before, after)).length;
  return { ...collector.finish(), ...changed, walks: walks.length, disturbed };
}

async function walkOnce(service: RunningService, number: number): Promise<Walk> {
  const { users, chains } = service.devnet;
  const slugs = Object.keys(chains);
  const chain = slugs[number % (slugs.length + 1)];
  const id = users[number % users.length]?.toLowerCase() as Address;
  const query: HistoryRequest = { id, count: 1 + (number % 20), ...(chain === undefined ? {} : { chain }) };
  const by = number % 2 === 0 ? "cursor" : "time";
  const before = await readFooting(service);
  const pages = await walk(service.client, query, by, () => wait(number % 5 === 0 ? 0 : (number * 13) % 40));
  const after = await readFooting(service);
  return { query, by, before, after, found: pages.flat().map(({ item }) => `${item.chain} ${item.id}`) };
}

async function readFooting({ db }: RunningService): Promise<Footing> {
  const rows = await db
    .selectFrom("block")
    .innerJoin("chain_state", "chain_state.chain", "block.chain")
    .whereRef("block.block_number", "<=", "chain_state.balances_block")
    .select(["block.chain", "block.block_number", "block.hash"])
    .execute();
  const byChain = Map.groupBy(rows, ({ chain }) => chain);
  return new Map(
    [...byChain].map(([chain, blocks]) => [
      chain,
      new Map(blocks.map(({ block_number: number, hash }) => [Number(number), Buffer.from(hash).toString("hex")])),
    ]),
  );
}

const stood = (chain: string, block: number, { before, after }: Walk, final: Footing): boolean => {
  const hash = before.get(chain)?.get(block);
  return hash !== undefined && hash === after.get(chain)?.get(block) && hash === final.get(chain)?.get(block);
};

const isDisturbed = (before: Footing, after: Footing): boolean =>
  [...before].some(([chain, blocks]) => [...blocks].some(([number, hash]) => after.get(chain)?.get(number) !== hash));
