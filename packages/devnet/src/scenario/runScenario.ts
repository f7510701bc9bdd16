import { numberToHex, parseEther } from "viem";
import type { Rpc } from "../anvil/rpc.ts";
import { GENESIS_TIME_AT, devnetChains } from "../chains.ts";
import type { DevnetChain } from "../chains.ts";
import { installContracts } from "../contracts/installContracts.ts";
import { TREASURY } from "../contracts/treasury.ts";
import { actOnce } from "./actions/actions.ts";
import { createActiveOwners, listActiveOwners } from "./activeOwners.ts";
import { approveArbitrage, tradeBack } from "./arbitrage.ts";
import { createChainWriter } from "./chainWriter.ts";
import type { ScenarioTransaction } from "./scenarioTransaction.ts";
import { playEpisode } from "./episodes/episode.ts";
import { planEpisodes } from "./episodes/episodes.ts";
import { createMarket } from "./market.ts";
import { createOracle } from "./oracle.ts";
import { fundUsers, listUsers } from "./users.ts";
import { playPredictions } from "./playPredictions.ts";
import { createRandom } from "./random.ts";
import { readLiquidity } from "./readPools.ts";
import { createRebase } from "./rebase.ts";
import type { ScenarioSize } from "./scenarioSize.ts";
import { giveToDemoOwner, lockDemoOwner, settleDemoOwner } from "./settleDemoOwner.ts";
import { createPlanner } from "./planner.ts";
import type { Planner } from "./planner.ts";
import { planTimeline } from "./timeline.ts";
import type { Slot } from "./timeline.ts";
import { createWorld } from "./world.ts";
import type { World } from "./world.ts";
import { giveShares, payYields } from "./yields.ts";
import type { Duties } from "./duties.ts";

export interface ScenarioProgress {
  chain: DevnetChain;
  /** User transactions so far, and in total. */
  done: number;
  total: number;
  transactionsPerSecond: number;
}

export interface ChainScenario {
  chain: DevnetChain;
  seed: number;
  size: ScenarioSize;
  onProgress?: ((progress: ScenarioProgress) => void) | undefined;
  /** Receives mined transactions with their intended action. */
  record?: ((transactions: readonly ScenarioTransaction[]) => void) | undefined;
}

/** The demo owner is settled this many blocks before the end; during them pools follow the market hourly. */
const DEMO_SLOTS = 12;
/** Shorter than any feed's heartbeat. */
const LIVE_ORACLE_S = 600;
const TREASURY_FUNDS = parseEther("100000000");

export interface RunningScenario {
  world: World;
  /** Mines one more block after this many seconds, with a few user transactions. */
  goOn: (seconds: number) => Promise<void>;
  planner: Planner;
}

/**
 * Builds one chain from genesis: contracts, users, and their actions. The same seed and size produce the same blocks.
 */
export async function runScenario(rpc: Rpc, scenario: ChainScenario): Promise<RunningScenario> {
  const { chain, seed, size } = scenario;
  const config = devnetChains[chain];
  await rpc.batch([
    ["anvil_setBalance", [TREASURY, numberToHex(TREASURY_FUNDS)]],
    ["anvil_setCoinbase", [config.coinbase]],
  ]);
  const writer = createChainWriter(rpc, {
    chain,
    config,
    startTimeAt: GENESIS_TIME_AT,
    random: createRandom(seed, `tips of ${chain}`),
    record: scenario.record,
  });
  await installContracts(chain, rpc, writer);
  const random = createRandom(seed, `scenario of ${chain}`);
  const world = createWorld({
    chain,
    rpc,
    random,
    writer,
    users: listUsers(seed, size.people),
    market: createMarket(seed),
  });
  const duties: Duties = { report: createOracle(world), rebase: createRebase(world) };
  if (chain === "matic") await playPredictions(world, duties.report, size);
  else {
    approveArbitrage(world);
    await fundUsers(world);
    await playTimeline(world, duties, scenario);
  }
  return {
    world,
    planner: createPlanner(world, duties),
    goOn: async (seconds) => {
      const timeAt = writer.timeAt + seconds;
      const isOracleTime = Math.floor(timeAt / LIVE_ORACLE_S) > Math.floor(writer.timeAt / LIVE_ORACLE_S);
      world.timeAt = timeAt;
      if (chain === "matic") {
        if (isOracleTime) duties.report();
        return writer.mine(timeAt);
      }
      if (isOracleTime) await tradeBack(world);
      await fillSlot(world, duties, { timeAt, transactions: random.int(1, 4), isOracleTime, isDayStart: false });
    },
  };
}

async function playTimeline(world: World, duties: Duties, scenario: ChainScenario): Promise<void> {
  const { seed, size, onProgress, chain } = scenario;
  const slots = planTimeline(world.random, size, GENESIS_TIME_AT);
  const startedAt = performance.now();
  const episodes = planEpisodes(slots, DEMO_SLOTS);
  const playActiveOwners = createActiveOwners(world, listActiveOwners(seed, size), [
    slots[0]?.timeAt ?? GENESIS_TIME_AT,
    slots.at(-1)?.timeAt ?? GENESIS_TIME_AT,
  ]);
  let done = 0;
  for (const [index, slot] of slots.entries()) {
    await playActiveOwners(slot.timeAt);
    world.timeAt = slot.timeAt;
    if (index === slots.length - DEMO_SLOTS) {
      giveToDemoOwner(world);
      giveShares(world);
    }
    if (index >= slots.length - DEMO_SLOTS && slot.isOracleTime && !slot.isDayStart) await tradeBack(world);
    if (index === slots.length - DEMO_SLOTS + 1) settleDemoOwner(world);
    if (index === slots.length - DEMO_SLOTS + 2) await lockDemoOwner(world);
    const episode = episodes.get(slot);
    if (episode !== undefined) await playEpisode(world, episode);
    await fillSlot(world, duties, slot);
    done += slot.transactions;
    const seconds = (performance.now() - startedAt) / 1_000;
    onProgress?.({ chain, done, total: size.transactions, transactionsPerSecond: done / seconds });
  }
}

async function fillSlot(world: World, { report, rebase }: Duties, slot: Slot): Promise<void> {
  world.timeAt = slot.timeAt;
  if (slot.isOracleTime) report();
  if (slot.isDayStart) {
    await readLiquidity(world);
    await tradeBack(world);
    rebase();
    payYields(world);
  }
  const goal = world.writer.pendingCount + slot.transactions;
  while (world.writer.pendingCount < goal) actOnce(world); // one act may take several transactions, such as an approval before a trade
  await world.writer.mine(slot.timeAt);
  world.ledger.settle();
  world.nfts.busy.clear();
}
