import type { Address } from "viem";
import type { PocketChain } from "./chains.ts";
import type { Deed } from "./scenario/deed.ts";
import { DEMO_OWNER, listPeople } from "./scenario/people.ts";
import type { Planner } from "./scenario/planner.ts";
import type { ScenarioProgress } from "./scenario/runScenario.ts";
import { completeSize, type ScenarioSize } from "./scenario/scenarioSize.ts";
import { type PocketChainHandle, startChain, type StartedChain } from "./startChain.ts";

export interface PocketOptions {
  /** Default: eth and base. */
  chains?: readonly PocketChain[];
  /** Default: 1. */
  seed?: number;
  size?: Partial<ScenarioSize>;
  /** A chain without one gets a free one. */
  ports?: Partial<Record<PocketChain, number>>;
  /**
   * How many of the newest blocks can be asked about balances and storage; logs and transactions stay.
   * Default: all, up to 20,000 transactions; then 128, since anvil keeps a copy of everything for each block.
   */
  keptStates?: number;
  /** Where anvil keeps old states while it runs. Default: the system's temporary folder. */
  cacheDir?: string;
  /**
   * Keeps the chains from one start to the next, with all that was sent since, in `<chain>.json.gz`. What is kept there of another
   * seed, size or version of the scenario is replaced by new chains; so is what can't be read. Default: nothing is kept.
   */
  stateDir?: string;
  /** Goes on after the scenario: a block with a few actions every few seconds. Not deterministic, not with `stateDir`. Default: false. */
  live?: boolean;
  /** Remembers what every transaction was meant to be, which takes about a kilobyte each. Default: false. */
  keepDeeds?: boolean;
  onProgress?: (progress: ScenarioProgress) => void;
  /** Gets a sentence when a kept state is thrown away or waited for. */
  log?: (line: string) => void;
}

export interface Pocket {
  chains: Partial<Record<PocketChain, PocketChainHandle>>;
  people: Address[];
  /** One of the people: holds every kind of thing, and its key is known (anvil's first development account). */
  demoOwner: Address;
  /** Tokens of each chain, all people may hold some. */
  tokens: Partial<Record<PocketChain, Address[]>>;
  size: ScenarioSize;
  seed: number;
  /**
   * What every transaction was meant to be, in the order of each chain: with `keepDeeds`, of the chains that were filled at this
   * start. What is sent later is not among it.
   */
  listDeeds: () => readonly Deed[];
  /** Thinks of what people do next; undefined of a chain that was kept from another start. */
  findPlanner: (chain: PocketChain) => Planner | undefined;
  /** Resolves when the process of a chain has ended, whoever ended it: at once when it is not one of these chains. */
  untilEnded: (chain: PocketChain) => Promise<void>;
  /**
   * Starts a chain again at its URL: when its process was killed, as it was last kept, without what was sent since. Throws as
   * `startPocket`, and RangeError when it is not one of these chains.
   */
  restart: (chain: PocketChain) => Promise<void>;
  /** Resolves when the chains have ended and are kept; throws, after all have ended, when one could not be kept. */
  stop: () => Promise<void>;
}

const DEFAULT_CHAINS: readonly PocketChain[] = ["eth", "base"];

/**
 * Starts the chains side by side and lets the people live, or goes on from `stateDir`; resolves when all is there. After that each
 * transaction is mined at once, or with the next block of a live pocket.
 * The chains end with `stop()` or with this process. Throws RangeError for impossible options, Error when anvil is missing or fails
 * or another pocket uses the same `stateDir`.
 */
export async function startPocket(options: PocketOptions = {}): Promise<Pocket> {
  const { chains = DEFAULT_CHAINS, seed = 1 } = options;
  const size = completeSize(options.size);
  if (options.live && options.stateDir !== undefined) throw new RangeError("A live pocket can't be kept in a stateDir");
  const startOne = (chain: PocketChain, ports = options.ports) =>
    startChain({ ...options, ports, chain, seed, size: shareSize(size, chains, chain) });
  const results = await Promise.allSettled(chains.map((chain) => startOne(chain)));
  const started = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const failure = results.find((result) => result.status === "rejected");
  if (failure !== undefined) {
    await stopAll(started).catch(() => {}); // the first failure is what matters
    throw failure.reason;
  }
  return {
    chains: Object.fromEntries(started.map(({ chain, handle }) => [chain, handle])),
    tokens: Object.fromEntries(started.map(({ chain, handle }) => [chain, handle.tokens])),
    people: listPeople(seed, size.people),
    demoOwner: DEMO_OWNER,
    size,
    seed,
    listDeeds: () => started.flatMap(({ deeds = [] }) => deeds),
    findPlanner: (slug) => started.find(({ chain }) => chain === slug)?.planner,
    untilEnded: async (slug) => started.find(({ chain }) => chain === slug)?.ended,
    restart: async (slug) => {
      const index = started.findIndex(({ chain }) => chain === slug);
      const before = started[index];
      if (before === undefined) throw new RangeError(`'${slug}' is not one of these chains`);
      await before.stop();
      started[index] = await startOne(slug, { [slug]: Number(new URL(before.handle.rpcUrl).port) });
    },
    stop: () => stopAll(started),
  };
}

/** Every chain ends, whatever happens to the others. */
async function stopAll(started: readonly StartedChain[]): Promise<void> {
  const results = await Promise.allSettled(started.map(({ stop }) => stop()));
  const failure = results.find((result) => result.status === "rejected");
  if (failure !== undefined) throw failure.reason;
}

/** eth is busier than base, with three of four transactions when both are there; what happens on matic is the same whatever the size. */
function shareSize(size: ScenarioSize, chains: readonly PocketChain[], chain: PocketChain): ScenarioSize {
  if (chain === "matic") return { ...size, transactions: 0 };
  if (!(chains.includes("eth") && chains.includes("base"))) return size;
  const onEth = Math.round(size.transactions * 0.75);
  return { ...size, transactions: chain === "eth" ? onEth : size.transactions - onEth };
}
