import type { Address } from "viem";
import { createRpc, type Rpc } from "./anvil/rpc.ts";
import { startAnvil, type Anvil, type AnvilOptions } from "./anvil/startAnvil.ts";
import { GENESIS_TIME_AT, devnetChains, type DevnetChain } from "./chains.ts";
import { listTokens } from "./contracts/tokenTable.ts";
import type { ScenarioTransaction } from "./scenario/scenarioTransaction.ts";
import { keepAlive } from "./scenario/keepAlive.ts";
import type { Planner } from "./scenario/planner.ts";
import { type ChainScenario, runScenario } from "./scenario/runScenario.ts";
import { countChain } from "./state/countChain.ts";
import { openSavedState } from "./state/savedState.ts";

export interface DevnetChainHandle {
  rpcUrl: string;
  chainId: number;
  tokens: Address[];
  /** When the devnet was ready: without the genesis block, including stored blocks. */
  blockCount: number;
  transactionCount: number;
}

export interface ChainOptions extends Omit<ChainScenario, "record"> {
  recordActions?: boolean;
  ports?: Partial<Record<DevnetChain, number>> | undefined;
  maxPersistedStates?: number;
  cacheDir?: string;
  stateDir?: string;
  live?: boolean;
  log?: (line: string) => void;
}

export interface StartedChain {
  chain: DevnetChain;
  handle: DevnetChainHandle;
  /** Only for a chain that was filled at this start. */
  transactions?: readonly ScenarioTransaction[];
  planner?: Planner;
  /** Resolves when its process has ended, for whatever reason. */
  ended: Promise<void>;
  stop: () => Promise<void>;
}

const BLOCK_INTERVAL_S = 12;
const MANY_TRANSACTIONS = 20_000;
const MAX_PERSISTED_STATES = 128;

/** Starts one chain and fills it, or continues its stored state. Throws if either fails; then nothing of it runs. */
export async function startChain(options: ChainOptions): Promise<StartedChain> {
  const { stateDir, log = () => {}, cacheDir } = options;
  if (stateDir === undefined) return seedChain(options, await startAnvil(getAnvilOptions(options)));
  const saved = await openSavedState({ ...options, stateDir, log, cacheDir });
  const anvilOptions = { ...getAnvilOptions(options), lockPath: saved.lockPath };
  const loaded = await saved.load((loadPath) => startAnvil({ ...anvilOptions, loadPath }));
  if (loaded !== undefined) {
    return guard(loaded, async () => {
      await goOn(createRpc(loaded.rpcUrl));
      await loaded.saveOnExit(saved);
      return describe(options, loaded);
    });
  }
  const anvil = await startAnvil(anvilOptions);
  const seeded = await seedChain(options, anvil);
  return guard(anvil, async () => {
    await saved.saveNow(createRpc(anvil.rpcUrl));
    await anvil.saveOnExit(saved);
    return seeded;
  });
}

function getAnvilOptions({ chain, size, cacheDir, ports, maxPersistedStates }: ChainOptions): AnvilOptions {
  const { chainId, baseFee } = devnetChains[chain];
  const transactions = (size.activeOwners ?? []).reduce((sum, count) => sum + count, size.transactions);
  const many = transactions > MANY_TRANSACTIONS ? MAX_PERSISTED_STATES : undefined;
  return {
    chainId,
    baseFee,
    genesisTimeAt: GENESIS_TIME_AT,
    developmentCoins: 0, // what the demo owner has was paid to it on chain
    port: ports?.[chain],
    cacheDir,
    maxPersistedStates: maxPersistedStates ?? many,
  };
}

function seedChain(options: ChainOptions, anvil: Anvil): Promise<StartedChain> {
  return guard(anvil, async () => {
    const rpc = createRpc(anvil.rpcUrl);
    const transactions: ScenarioTransaction[] = [];
    const record = options.recordActions
      ? (mined: readonly ScenarioTransaction[]) => void transactions.push(...mined)
      : undefined;
    const scenario = await runScenario(rpc, { ...options, record });
    const started = { ...(await describe(options, anvil)), transactions, planner: scenario.planner };
    if (!options.live) {
      await mineAtOnce(rpc);
      return started;
    }
    const stopLife = keepAlive(scenario.goOn);
    return { ...started, stop: () => stopLife().then(anvil.stop) };
  });
}

async function describe({ chain }: ChainOptions, { rpcUrl, ended, stop }: Anvil): Promise<StartedChain> {
  const tokens = listTokens(chain).map(({ address }) => address);
  const counts = await countChain(createRpc(rpcUrl));
  return { chain, handle: { rpcUrl, chainId: devnetChains[chain].chainId, tokens, ...counts }, ended, stop };
}

/** A loaded anvil uses the genesis block's time as the last block's. */
async function goOn(rpc: Rpc): Promise<void> {
  const { timestamp } = await rpc.call<{ timestamp: string }>("eth_getBlockByNumber", ["latest", false]);
  await rpc.call("anvil_setTime", [Number(timestamp)]);
  await mineAtOnce(rpc);
}

/** From now on the clock advances with blocks only, so that feeds don't become stale while nothing happens. */
async function mineAtOnce(rpc: Rpc): Promise<void> {
  await rpc.call("anvil_setBlockTimestampInterval", [BLOCK_INTERVAL_S]);
  await rpc.call("evm_setAutomine", [true]);
}

/** Stops anvil if the work fails. */
async function guard<T>(anvil: Anvil, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}
