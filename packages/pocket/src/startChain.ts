import type { Address } from "viem";
import { createRpc, type Rpc } from "./anvil/rpc.ts";
import { startAnvil, type Anvil, type AnvilOptions } from "./anvil/startAnvil.ts";
import { GENESIS_TIME_AT, pocketChains, type PocketChain } from "./chains.ts";
import { listTokens } from "./contracts/tokenTable.ts";
import type { Deed } from "./scenario/deed.ts";
import { keepAlive } from "./scenario/keepAlive.ts";
import type { Planner } from "./scenario/planner.ts";
import { type ChainScenario, runScenario } from "./scenario/runScenario.ts";
import { countChain } from "./state/countChain.ts";
import { openKeptState } from "./state/keptState.ts";

export interface PocketChainHandle {
  rpcUrl: string;
  chainId: number;
  tokens: Address[];
  /** When the devnet was ready: without the genesis block, including stored blocks. */
  blockCount: number;
  transactionCount: number;
}

export interface ChainOptions extends Omit<ChainScenario, "record"> {
  keepDeeds?: boolean;
  ports?: Partial<Record<PocketChain, number>> | undefined;
  keptStates?: number;
  cacheDir?: string;
  stateDir?: string;
  live?: boolean;
  log?: (line: string) => void;
}

export interface StartedChain {
  chain: PocketChain;
  handle: PocketChainHandle;
  /** Only for a chain that was filled at this start. */
  deeds?: readonly Deed[];
  planner?: Planner;
  /** Resolves when its process has ended, for whatever reason. */
  ended: Promise<void>;
  stop: () => Promise<void>;
}

const BLOCK_INTERVAL_S = 12;
const MANY_TRANSACTIONS = 20_000;
const KEPT_STATES = 128;

/** Starts one chain and fills it, or continues its stored state. Throws if either fails; then nothing of it runs. */
export async function startChain(options: ChainOptions): Promise<StartedChain> {
  const { stateDir, log = () => {}, cacheDir } = options;
  if (stateDir === undefined) return seedChain(options, await startAnvil(getAnvilOptions(options)));
  const kept = await openKeptState({ ...options, stateDir, log, cacheDir });
  const anvilOptions = { ...getAnvilOptions(options), lockPath: kept.lockPath };
  const loaded = await kept.load((loadPath) => startAnvil({ ...anvilOptions, loadPath }));
  if (loaded !== undefined) {
    return guard(loaded, async () => {
      await goOn(createRpc(loaded.rpcUrl));
      await loaded.keepOnExit(kept);
      return describe(options, loaded);
    });
  }
  const anvil = await startAnvil(anvilOptions);
  const seeded = await seedChain(options, anvil);
  return guard(anvil, async () => {
    await kept.keepNow(createRpc(anvil.rpcUrl));
    await anvil.keepOnExit(kept);
    return seeded;
  });
}

function getAnvilOptions({ chain, size, cacheDir, ports, keptStates }: ChainOptions): AnvilOptions {
  const { chainId, baseFee } = pocketChains[chain];
  const many = size.transactions > MANY_TRANSACTIONS ? KEPT_STATES : undefined;
  return {
    chainId,
    baseFee,
    genesisTimeAt: GENESIS_TIME_AT,
    port: ports?.[chain],
    cacheDir,
    keptStates: keptStates ?? many,
  };
}

function seedChain(options: ChainOptions, anvil: Anvil): Promise<StartedChain> {
  return guard(anvil, async () => {
    const rpc = createRpc(anvil.rpcUrl);
    const deeds: Deed[] = [];
    const record = options.keepDeeds ? (mined: readonly Deed[]) => void deeds.push(...mined) : undefined;
    const scenario = await runScenario(rpc, { ...options, record });
    const started = { ...(await describe(options, anvil)), deeds, planner: scenario.planner };
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
  return { chain, handle: { rpcUrl, chainId: pocketChains[chain].chainId, tokens, ...counts }, ended, stop };
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
