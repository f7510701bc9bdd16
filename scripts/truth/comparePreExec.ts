import { type PreExecTx, unwrap } from "@portico/client";
import { getChain } from "@portico/evm";
import { type Deed, growingTokens, type PocketChain, pocketChains } from "@portico/pocket";
import { type Address, encodeFunctionData, type Hex, numberToHex, parseAbi } from "viem";
import { type ChainReader, createChainReader, type Moment } from "./chainReader.ts";
import { type Collector, type Comparison, createCollector } from "./comparison.ts";
import { type Asset, readAssets } from "./historyTruth.ts";
import type { RunningService } from "./runService.ts";

const abi = parseAbi([
  "function balanceOf(address owner) view returns (uint256)",
  "function balanceOf(address owner, uint256 id) view returns (uint256)",
  "function ownerOf(uint256 id) view returns (address)",
]);

/** The kinds for which no transaction was possible in the end. */
export interface Foretold extends Comparison {
  readonly undone: readonly string[];
  /** Number of simulated transactions. */
  readonly count: number;
  /** All transactions that were sent. */
  readonly played: readonly Deed[];
}

/**
 * Continues the scenario action by action; the service simulates each transaction, which is then sent with the
 * recommended gas, and its outcome is compared with the simulation. @param most - Maximum number of compared
 * transactions of one kind and function at a time.
 */
export async function comparePreExec(
  service: RunningService,
  chain: PocketChain,
  { kinds, most }: { kinds: readonly (string | undefined)[]; most: number },
): Promise<Foretold> {
  const planner = service.pocket.findPlanner(chain);
  if (planner === undefined) throw new Error(`${chain} was not filled now`);
  const collector = createCollector();
  const scene: Scene = {
    service,
    chain,
    reader: createChainReader(service.pocket.chains[chain]?.rpcUrl ?? ""),
    collector,
  };
  const played: Deed[] = [];
  let [waiting, count] = [kinds, 0];
  for (let round = 0; round < 4; round += 1) {
    const undone: (string | undefined)[] = [];
    for (const kind of waiting) {
      const deeds = await planner.next(kind);
      if (deeds.length === 0) undone.push(kind);
      played.push(...deeds);
      count += await playDeeds(scene, deeds, most);
    }
    waiting = undone; // transactions sent since may have made it possible
  }
  return { ...collector.finish(), undone: waiting.map((kind) => kind ?? "anything"), count, played };
}

interface Scene {
  service: RunningService;
  chain: PocketChain;
  reader: ChainReader;
  collector: Collector;
}

/** Further ones of a kind and function are sent without a simulation. */
async function playDeeds(scene: Scene, deeds: readonly Deed[], most: number): Promise<number> {
  const seen = new Map<string, number>();
  const last = deeds.at(-1);
  const isPrepared = deeds.length > 1 && deeds.length < 4 && last !== undefined;
  const early = isPrepared ? await foretell(scene, last, last.from, deeds.slice(0, -1)) : undefined;
  let count = 0;
  for (const deed of deeds) {
    const key = `${deed.deed} ${deed.to === undefined ? "" : deed.data.slice(0, 10)}`;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    if (times > most) await mine(scene, deed, deed.gas);
    else await playDeed(scene, deed, deed === last ? early : undefined);
    count += times > most ? 0 : 1;
  }
  return count;
}

/** @param early - The simulation from before its preparing transactions were sent. */
async function playDeed(scene: Scene, deed: Deed, early: PreExecTx | undefined): Promise<void> {
  const owner = findOwner(deed);
  const foretold = await foretell(scene, deed, deed.from);
  const forOwner = owner === undefined ? undefined : await foretell(scene, deed, owner);
  const { gas_limit: limit } = foretold.gas;
  const mined = await mine(scene, deed, foretold.pre_exec.success ? BigInt(limit) : deed.gas);
  const what = `"${deed.deed}" ${deed.data.slice(0, 10)} ${deed.chain} ${mined.transactionHash}`;
  await compareFate(scene, what, { deed, user: deed.from, foretold, mined });
  if (early !== undefined)
    await compareFate(scene, `${what} beforehand`, { deed, user: deed.from, foretold: early, mined, isEarly: true });
  if (owner !== undefined && forOwner !== undefined) {
    await compareFate(scene, `${what} for its owner`, { deed, user: owner, foretold: forOwner, mined });
  }
}

/** The owner whose tokens another account moves: the first argument of both kinds of transferFrom. */
const findOwner = ({ data, from }: Deed): Address | undefined => {
  const owner: Address = `0x${data.slice(34, 74)}`;
  return /^0x(23b872dd|36c78516)/.test(data) && owner !== from.toLowerCase() ? owner : undefined;
};

const foretell = async (
  { service, chain }: Scene,
  deed: Deed,
  user: Address,
  before: readonly Deed[] = [],
): Promise<PreExecTx> => {
  const toTx = ({ from, to, data, value }: Deed) => ({
    chainId: pocketChains[chain].chainId,
    from,
    ...(to === undefined ? {} : { to }),
    data,
    value: numberToHex(value),
  });
  const body = { tx: toTx(deed), pending_tx_list: before.map(toTx), user_addr: user };
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
async function mine({ reader, chain }: Scene, deed: Deed, gas: bigint): Promise<Receipt> {
  const { timestamp } = await reader.ask<{ timestamp: Hex }>("eth_getBlockByNumber", ["latest", false]);
  const seconds = Math.max(1, Math.round((getChain(chain).blockIntervalMs ?? 12_000) / 1_000));
  await reader.ask("evm_setNextBlockTimestamp", [Number(timestamp) + seconds]);
  const { from, to, data, value } = deed;
  const transaction = { from, to, data, value: numberToHex(value), gas: numberToHex(gas) };
  const hash = await reader.ask<Hex>("eth_sendTransaction", [transaction]);
  for (;;) {
    const receipt = await reader.ask<Receipt | null>("eth_getTransactionReceipt", [hash]);
    if (receipt !== null) return receipt;
  }
}

interface Fate {
  deed: Deed;
  user: Address;
  foretold: PreExecTx;
  mined: Receipt;
  /** Simulated some blocks earlier: balances that grow by the second are left out. */
  isEarly?: boolean;
}

async function compareFate({ collector, reader, chain }: Scene, what: string, fate: Fate): Promise<void> {
  const { foretold, mined, user, isEarly = false } = fate;
  const isSuccess = mined.status === "0x1";
  collector.compare(`${what} success`, foretold.pre_exec.success, isSuccess);
  collector.compare(`${what} error`, foretold.pre_exec.error?.code ?? "none", isSuccess ? "none" : REVERTED);
  if (isSuccess) {
    collector.compare(`${what} gas`, foretold.gas.gas_limit >= Number(mined.gasUsed), true);
    if (!isEarly) collector.compare(`${what} gas used`, foretold.gas.gas_used, Number(mined.gasUsed));
  }
  const said = listForetold(chain, foretold);
  const assets = [...new Set(["native", ...said.keys(), ...readAssets(mined.logs)])];
  const actual = await readChanges(reader, user.toLowerCase() as Address, assets, fate);
  for (const [asset, change] of actual) {
    if (isEarly && GROWING.has(asset)) continue;
    collector.compare(`${what} ${asset}`, said.get(asset) ?? 0n, change);
  }
}

const REVERTED = 1002;
const GROWING: ReadonlySet<string> = new Set(growingTokens.map((token) => token.toLowerCase()));

/** By asset: received minus sent. */
function listForetold(chain: string, { balance_change: change }: PreExecTx): Map<Asset, bigint> {
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
  { deed, mined }: Fate,
): Promise<Map<Asset, bigint>> {
  const number = Number(mined.blockNumber);
  const { timestamp } = await reader.ask<{ timestamp: Hex }>("eth_getBlockByNumber", [mined.blockNumber, false]);
  const [before, after] = await Promise.all(
    [number - 1, number].map((block) =>
      readHoldings(reader, owner, assets, { block: numberToHex(block), timeAt: Number(timestamp) }),
    ),
  );
  const changes = assets.flatMap((asset, index): [Asset, bigint][] => {
    const [had, has] = [before?.[index], after?.[index]];
    return had === undefined || has === undefined ? [] : [[asset, has - had]];
  });
  const fee = deed.from.toLowerCase() === owner ? BigInt(mined.gasUsed) * BigInt(mined.effectiveGasPrice) : 0n;
  return new Map(changes.map(([asset, change]) => [asset, asset === "native" ? change + fee : change]));
}

async function readHoldings(
  reader: ChainReader,
  owner: Address,
  assets: readonly Asset[],
  moment: Moment,
): Promise<(bigint | undefined)[]> {
  const native = BigInt(await reader.ask<Hex>("eth_getBalance", [owner, moment.block]));
  const calls = assets.flatMap((asset) => toCalls(owner, asset));
  const answers = await reader.callMany(calls, moment);
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
