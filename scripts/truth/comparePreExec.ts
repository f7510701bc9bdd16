import { type PreExecTx, unwrap } from "@portico/client";
import { getChain } from "@portico/evm";
import { type ScenarioTransaction, growingTokens, type DevnetChain, devnetChains } from "@portico/devnet";
import { type Address, encodeFunctionData, type Hex, numberToHex, parseAbi } from "viem";
import { type ChainReader, createChainReader, type BlockTime } from "./chainReader.ts";
import { type Collector, type Comparison, createCollector } from "./comparison.ts";
import { type Asset, readAssets } from "./historyTruth.ts";
import type { RunningService } from "./runService.ts";

const abi = parseAbi([
  "function balanceOf(address owner) view returns (uint256)",
  "function balanceOf(address owner, uint256 id) view returns (uint256)",
  "function ownerOf(uint256 id) view returns (address)",
]);

/** The kinds for which no transaction was possible in the end. */
export interface SimulationComparison extends Comparison {
  readonly undone: readonly string[];
  /** Number of simulated transactions. */
  readonly count: number;
  /** All transactions that were sent. */
  readonly played: readonly ScenarioTransaction[];
}

/**
 * Continues the scenario action by action; the service simulates each transaction, which is then sent with the
 * recommended gas, and its outcome is compared with the simulation. @param max - Maximum number of compared
 * transactions of one kind and function at a time.
 */
export async function comparePreExec(
  service: RunningService,
  chain: DevnetChain,
  { kinds, max }: { kinds: readonly (string | undefined)[]; max: number },
): Promise<SimulationComparison> {
  const planner = service.devnet.findPlanner(chain);
  if (planner === undefined) throw new Error(`${chain} was not filled now`);
  const collector = createCollector();
  const scene: Scene = {
    service,
    chain,
    reader: createChainReader(service.devnet.chains[chain]?.rpcUrl ?? ""),
    collector,
  };
  const played: ScenarioTransaction[] = [];
  let [waiting, count] = [kinds, 0];
  for (let round = 0; round < 4; round += 1) {
    const undone: (string | undefined)[] = [];
    for (const kind of waiting) {
      const transactions = await planner.next(kind);
      if (transactions.length === 0) undone.push(kind);
      played.push(...transactions);
      count += await playActions(scene, transactions, max);
    }
    waiting = undone; // transactions sent since may have made it possible
  }
  return { ...collector.finish(), undone: waiting.map((kind) => kind ?? "anything"), count, played };
}

interface Scene {
  service: RunningService;
  chain: DevnetChain;
  reader: ChainReader;
  collector: Collector;
}

/** Further ones of a kind and function are sent without a simulation. */
async function playActions(scene: Scene, transactions: readonly ScenarioTransaction[], max: number): Promise<number> {
  const seen = new Map<string, number>();
  const last = transactions.at(-1);
  const isPrepared = transactions.length > 1 && transactions.length < 4 && last !== undefined;
  const early = isPrepared ? await preExec(scene, last, last.from, transactions.slice(0, -1)) : undefined;
  let count = 0;
  for (const action of transactions) {
    const key = `${action.action} ${action.to === undefined ? "" : action.data.slice(0, 10)}`;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    if (times > max) await mine(scene, action, action.gas);
    else await playAction(scene, action, action === last ? early : undefined);
    count += times > max ? 0 : 1;
  }
  return count;
}

/** @param early - The simulation from before its preparing transactions were sent. */
async function playAction(scene: Scene, action: ScenarioTransaction, early: PreExecTx | undefined): Promise<void> {
  const owner = findOwner(action);
  const simulated = await preExec(scene, action, action.from);
  const forOwner = owner === undefined ? undefined : await preExec(scene, action, owner);
  const { gas_limit: limit } = simulated.gas;
  const mined = await mine(scene, action, simulated.pre_exec.success ? BigInt(limit) : action.gas);
  const what = `"${action.action}" ${action.data.slice(0, 10)} ${action.chain} ${mined.transactionHash}`;
  await compareFate(scene, what, { action, user: action.from, simulated, mined });
  if (early !== undefined)
    await compareFate(scene, `${what} beforehand`, {
      action,
      user: action.from,
      simulated: early,
      mined,
      isEarly: true,
    });
  if (owner !== undefined && forOwner !== undefined) {
    await compareFate(scene, `${what} for its owner`, { action, user: owner, simulated: forOwner, mined });
  }
}

/** The owner whose tokens another account moves: the first argument of both kinds of transferFrom. */
const findOwner = ({ data, from }: ScenarioTransaction): Address | undefined => {
  const owner: Address = `0x${data.slice(34, 74)}`;
  return /^0x(23b872dd|36c78516)/.test(data) && owner !== from.toLowerCase() ? owner : undefined;
};

const preExec = async (
  { service, chain }: Scene,
  action: ScenarioTransaction,
  user: Address,
  before: readonly ScenarioTransaction[] = [],
): Promise<PreExecTx> => {
  const toTx = ({ from, to, data, value }: ScenarioTransaction) => ({
    chainId: devnetChains[chain].chainId,
    from,
    ...(to === undefined ? {} : { to }),
    data,
    value: numberToHex(value),
  });
  const body = { tx: toTx(action), pending_tx_list: before.map(toTx), user_addr: user };
  return unwrap(service.client.POST("/v1/wallet/pre_exec_tx", { body }));
};

interface Receipt {
  transactionHash: Hex;
  status: Hex;
  blockNumber: Hex;
  gasUsed: Hex;
  effectiveGasPrice: Hex;
  logs: { address: Address; topics: Hex[]; data: Hex }[];
}

/** Mines at the chain's block interval after the last block. */
async function mine({ reader, chain }: Scene, action: ScenarioTransaction, gas: bigint): Promise<Receipt> {
  const { timestamp } = await reader.request<{ timestamp: Hex }>("eth_getBlockByNumber", ["latest", false]);
  const seconds = Math.max(1, Math.round((getChain(chain).blockIntervalMs ?? 12_000) / 1_000));
  await reader.request("evm_setNextBlockTimestamp", [Number(timestamp) + seconds]);
  const { from, to, data, value } = action;
  const transaction = { from, to, data, value: numberToHex(value), gas: numberToHex(gas) };
  const hash = await reader.request<Hex>("eth_sendTransaction", [transaction]);
  for (;;) {
    const receipt = await reader.request<Receipt | null>("eth_getTransactionReceipt", [hash]);
    if (receipt !== null) return receipt;
  }
}

interface Fate {
  action: ScenarioTransaction;
  user: Address;
  simulated: PreExecTx;
  mined: Receipt;
  /** Simulated some blocks earlier: balances that grow by the second are left out. */
  isEarly?: boolean;
}

async function compareFate({ collector, reader, chain }: Scene, what: string, fate: Fate): Promise<void> {
  const { simulated, mined, user, isEarly = false } = fate;
  const isSuccess = mined.status === "0x1";
  collector.compare(`${what} success`, simulated.pre_exec.success, isSuccess);
  collector.compare(`${what} error`, simulated.pre_exec.error?.code ?? "none", isSuccess ? "none" : REVERTED);
  if (isSuccess) {
    collector.compare(`${what} gas`, simulated.gas.gas_limit >= Number(mined.gasUsed), true);
    if (!isEarly) collector.compare(`${what} gas used`, simulated.gas.gas_used, Number(mined.gasUsed));
  }
  const reported = listSimulated(chain, simulated);
  const assets = [...new Set(["native", ...reported.keys(), ...readAssets(mined.logs)])];
  const actual = await readChanges(reader, user.toLowerCase() as Address, assets, fate);
  for (const [asset, change] of actual) {
    if (isEarly && GROWING.has(asset)) continue;
    collector.compare(`${what} ${asset}`, reported.get(asset) ?? 0n, change);
  }
}

const REVERTED = 1002;
const GROWING: ReadonlySet<string> = new Set(growingTokens.map((token) => token.toLowerCase()));

/** By asset: received minus sent. */
function listSimulated(chain: string, { balance_change: change }: PreExecTx): Map<Asset, bigint> {
  const changes = new Map<Asset, bigint>();
  const add = (asset: Asset, rawAmount: bigint) => changes.set(asset, (changes.get(asset) ?? 0n) + rawAmount);
  const nameToken = (id: string): Asset => (id === chain ? "native" : id);
  for (const { id, raw_amount_str: amount } of change.receive_token_list) add(nameToken(id), BigInt(amount));
  for (const { id, raw_amount_str: amount } of change.send_token_list) add(nameToken(id), -BigInt(amount));
  for (const { contract_id: contract, inner_id: id, amount } of change.receive_nft_list)
    add(`${contract} ${id}`, BigInt(amount));
  for (const { contract_id: contract, inner_id: id, amount } of change.send_nft_list)
    add(`${contract} ${id}`, -BigInt(amount));
  return changes;
}

/**
 * The owner's holdings after the block minus those right before it, at its time; assets that can't be read are left
 * out.
 */
async function readChanges(
  reader: ChainReader,
  owner: Address,
  assets: readonly Asset[],
  { action, mined }: Fate,
): Promise<Map<Asset, bigint>> {
  const number = Number(mined.blockNumber);
  const { timestamp } = await reader.request<{ timestamp: Hex }>("eth_getBlockByNumber", [mined.blockNumber, false]);
  const [before, after] = await Promise.all(
    [number - 1, number].map((block) =>
      readHoldings(reader, owner, assets, { block: numberToHex(block), timeAt: Number(timestamp) }),
    ),
  );
  const changes = assets.flatMap((asset, index): [Asset, bigint][] => {
    const [had, has] = [before?.[index], after?.[index]];
    return had === undefined || has === undefined ? [] : [[asset, has - had]];
  });
  const fee = action.from.toLowerCase() === owner ? BigInt(mined.gasUsed) * BigInt(mined.effectiveGasPrice) : 0n;
  return new Map(changes.map(([asset, change]) => [asset, asset === "native" ? change + fee : change]));
}

async function readHoldings(
  reader: ChainReader,
  owner: Address,
  assets: readonly Asset[],
  blockTime: BlockTime,
): Promise<(bigint | undefined)[]> {
  const native = BigInt(await reader.request<Hex>("eth_getBalance", [owner, blockTime.block]));
  const calls = assets.flatMap((asset) => toCalls(owner, asset));
  const answers = await reader.callMany(calls, blockTime);
  const words = answers.map((answer) => (answer?.length === 66 ? BigInt(answer) : undefined));
  let at = 0;
  return assets.map((asset) => {
    const own = words.slice(at, (at += toCalls(owner, asset).length));
    if (asset === "native") return native;
    if (!asset.includes(" ")) return own[0];
    const [several, single] = own; // whichever standard the contract supports
    return several ?? (single === BigInt(owner) ? 1n : 0n);
  });
}

function toCalls(owner: Address, asset: Asset): { to: Address; data: Hex }[] {
  const [to, id] = asset.split(" ") as [Address, string | undefined];
  if (asset === "native") return [];
  if (id === undefined) return [{ to, data: encodeFunctionData({ abi, functionName: "balanceOf", args: [owner] }) }];
  return [
    { to, data: encodeFunctionData({ abi, functionName: "balanceOf", args: [owner, BigInt(id)] }) },
    { to, data: encodeFunctionData({ abi, functionName: "ownerOf", args: [BigInt(id)] }) },
  ];
}
