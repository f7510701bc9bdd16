import type { Address } from "viem";
import type { DevnetChain } from "./chains.ts";
import { listActiveOwners, type ActiveOwner } from "./scenario/activeOwners.ts";
import type { ScenarioTransaction } from "./scenario/scenarioTransaction.ts";
import { DEMO_OWNER } from "./demoOwner.ts";
import { listUsers } from "./scenario/users.ts";
import type { Planner } from "./scenario/planner.ts";
import type { ScenarioProgress } from "./scenario/runScenario.ts";
import { completeSize, type ScenarioSize } from "./scenario/scenarioSize.ts";
import { type DevnetChainHandle, startChain, type StartedChain } from "./startChain.ts";

export interface DevnetOptions {
  /** Default: eth and base. */
  chains?: readonly DevnetChain[];
  /** Default: 1. */
  seed?: number;
  size?: Partial<ScenarioSize>;
  /** A chain without one gets a free one. */
  ports?: Partial<Record<DevnetChain, number>>;
  /**
   * Number of recent blocks whose state can be read; logs and transactions remain.
   * Default: all, up to 20,000 transactions; then 128, since anvil stores a full copy per block.
   */
  maxPersistedStates?: number;
  /** Folder for anvil's old states while it runs. Default: the system's temporary folder. */
  cacheDir?: string;
  /**
   * Stores the chains between starts, with all transactions sent since, in `<chain>.json.gz`. A stored state of another
   * seed, size or version of the scenario is replaced by new chains; so is an unreadable one. Default: not stored.
   */
  stateDir?: string;
  /**
   * Continues after the scenario: a block with a few actions every few seconds. Not deterministic, not with `stateDir`.
   * Default: false.
   */
  live?: boolean;
  /** Records the label of every transaction, about a kilobyte each. Default: false. */
  recordActions?: boolean;
  onProgress?: (progress: ScenarioProgress) => void;
  /** Receives a message when a stored state is discarded or waited for. */
  log?: (line: string) => void;
}

export interface Devnet {
  chains: Partial<Record<DevnetChain, DevnetChainHandle>>;
  users: Address[];
  /** A user with every kind of asset, whose key is known (anvil's first development account). */
  demoOwner: Address;
  /** Owners with many transactions: on eth, or on base without it. */
  activeOwners: readonly ActiveOwner[];
  /** Tokens of each chain that users may hold. */
  tokens: Partial<Record<DevnetChain, Address[]>>;
  size: ScenarioSize;
  seed: number;
  /**
   * All transactions with their labels, in each chain's order: with `recordActions`, for chains that were filled at this
   * start. Later transactions are not included.
   */
  listActions: () => readonly ScenarioTransaction[];
  /** Plans further actions of users; undefined for a chain with a stored state. */
  findPlanner: (chain: DevnetChain) => Planner | undefined;
  /** Resolves when a chain's process has ended, for whatever reason: at once if it is not one of these chains. */
  untilEnded: (chain: DevnetChain) => Promise<void>;
  /**
   * Restarts a chain at its URL: if its process was killed, from its last stored state, without later transactions.
   * Throws like
   * `startDevnet`, and RangeError if it is not one of these chains.
   */
  restart: (chain: DevnetChain) => Promise<void>;
  /** Resolves when the chains have ended and are stored; throws, after all have ended, if one could not be stored. */
  stop: () => Promise<void>;
}

const DEFAULT_CHAINS: readonly DevnetChain[] = ["eth", "base"];

/**
 * Starts the chains concurrently and plays the scenario, or continues from `stateDir`; resolves when all is ready.
 * Afterwards each
 * transaction is mined at once, or with the next block of a live devnet.
 * The chains end with `stop()` or with this process. Throws RangeError for invalid options, Error if anvil is missing
 * or fails
 * or another devnet uses the same `stateDir`.
 */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const { chains = DEFAULT_CHAINS, seed = 1 } = options;
  const size = completeSize(options.size);
  if (options.live && options.stateDir !== undefined)
    throw new RangeError("A live devnet can't be saved in a stateDir");
  if (size.activeOwners !== undefined && findActiveChain(chains) === undefined)
    throw new RangeError("Active owners require eth or base");
  const startOne = (chain: DevnetChain, ports = options.ports) =>
    startChain({ ...options, ports, chain, seed, size: shareSize(size, chains, chain) });
  const results = await Promise.allSettled(chains.map((chain) => startOne(chain)));
  const started = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const failure = results.find((result) => result.status === "rejected");
  if (failure !== undefined) {
    await stopAll(started).catch(() => {}); // the first failure is the one reported
    throw failure.reason;
  }
  return {
    chains: Object.fromEntries(started.map(({ chain, handle }) => [chain, handle])),
    tokens: Object.fromEntries(started.map(({ chain, handle }) => [chain, handle.tokens])),
    users: listUsers(seed, size.people),
    demoOwner: DEMO_OWNER,
    activeOwners: listActiveOwners(seed, size),
    size,
    seed,
    listActions: () => started.flatMap(({ transactions = [] }) => transactions),
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

/** Ends every chain, even if others fail. */
async function stopAll(started: readonly StartedChain[]): Promise<void> {
  const results = await Promise.allSettled(started.map(({ stop }) => stop()));
  const failure = results.find((result) => result.status === "rejected");
  if (failure !== undefined) throw failure.reason;
}

/**
 * eth gets three of four transactions if base is there too; matic's are the same for any size. Active owners are on one
 * chain.
 */
function shareSize(size: ScenarioSize, chains: readonly DevnetChain[], chain: DevnetChain): ScenarioSize {
  const { activeOwners, ...shared } = size;
  const own = activeOwners !== undefined && chain === findActiveChain(chains) ? { activeOwners } : {};
  if (chain === "matic") return { ...shared, transactions: 0 };
  if (!(chains.includes("eth") && chains.includes("base"))) return { ...shared, ...own };
  const onEth = Math.round(size.transactions * 0.75);
  return { ...shared, ...own, transactions: chain === "eth" ? onEth : size.transactions - onEth };
}

/** The chain of the active owners, if any of these can have them. */
const findActiveChain = (chains: readonly DevnetChain[]): DevnetChain | undefined =>
  (["eth", "base"] as const).find((chain) => chains.includes(chain));
