import type { UserProtocol } from "@portico/contract";
import { createRpc, getChain, type Address } from "@portico/evm";
import { getCreationCode, loadArtifact, startBareChain, type BareChain } from "@portico/devnet";
import { findDeployed } from "@portico/protocols";
import {
  advanceChain,
  copyBlocks,
  ensureChainState,
  replacePrices,
  unknownToken,
  upsertTokens,
  writeBalances,
  type BlockRef,
} from "@portico/store";
import { parseAbi } from "viem";
import { startCountingRpc, type CountingRpc } from "./startCountingRpc.ts";
import { startTestApi, type TestApi, type TestApiOptions } from "./startTestApi.ts";

export const pairAbi = parseAbi([
  "function mint(address to) returns (uint256)",
  "function burn(address to) returns (uint256 amount0, uint256 amount1)",
  "function transfer(address to, uint256 value) returns (bool)",
  "function balanceOf(address) view returns (uint256)",
]);

/** Two tokens, and pairs of them by Uniswap V2's own factory, on a chain that the API reads as `eth`. */
export interface PairScene {
  readonly api: TestApi;
  readonly chain: BareChain;
  readonly rpc: CountingRpc;
  readonly tokens: readonly [Address, Address];
  /** By the protocol in the store. */
  readonly pairs: ReadonlyMap<string, Address>;
  /** Adds liquidity to a pair for an owner. */
  readonly provide: (protocolId: string, to: Address, amounts: readonly [bigint, bigint]) => Promise<void>;
  /** An owner's share of a pair. */
  readonly shareOf: (protocolId: string, owner: Address) => Promise<bigint>;
  /** The payout of burning an owner's share of a pair, from the pair itself. */
  readonly payout: (protocolId: string, owner: Address) => Promise<readonly [bigint, bigint]>;
  /** Stores the latest block, and these owners' shares of the pairs, like an indexer. */
  readonly sync: (owners: readonly Address[]) => Promise<BlockRef>;
  /** Advances the chain, and what is stored of it, by some seconds. */
  readonly pass: (seconds: number) => Promise<BlockRef>;
  /** A new owner. */
  readonly nextUser: () => Address;
  /** An owner with an indexed share of the first pair. */
  readonly nextProvider: () => Promise<Address>;
  /** GET, 200, as JSON; and Portico-Chains. */
  readonly request: <T>(target: string) => Promise<ChainAnswer<T>>;
  readonly requestComplex: (owner: Address) => Promise<ChainAnswer<UserProtocol[]>>;
  /** An owner's stored positions. */
  readonly readTexts: (owner: Address) => Promise<string[]>;
  readonly stop: () => Promise<void>;
}

export interface ChainAnswer<T> {
  readonly body: T;
  readonly chains: string;
}

const ONE = 10n ** 18n;
const MINTER: Address = "0x000000000000000000000000000000000000111e";
const factoryArtifact = loadArtifact("@uniswap/v2-core", "build/UniswapV2Factory.json");
const token = loadArtifact(
  "@openzeppelin/contracts",
  "build/contracts/ERC20PresetMinterPauser.json",
  {},
  import.meta.resolve("@portico/protocols/package.json"),
);

/** @param protocolIds - One pair each; all forks of V2. Prices: 2 and 3 USD. */
export async function startPairScene(protocolIds: readonly string[], options: TestApiOptions = {}): Promise<PairScene> {
  const chain = await startBareChain(1);
  const rpc = await startCountingRpc(chain.rpcUrl);
  const api = await startTestApi({ rpcUrls: new Map([["eth", [rpc.url]]]), ...options });
  const client = createRpc({ chain: getChain("eth"), urls: [chain.rpcUrl] });
  const { abi } = factoryArtifact;
  const pairs = new Map<string, Address>();
  const made = [await chain.deploy(token, ["One", "ONE"], MINTER), await chain.deploy(token, ["Two", "TWO"], MINTER)];
  const [low, high] = made.toSorted();
  const tokens = [low!, high!] as const;
  for (const id of protocolIds) {
    const { factory } = findDeployed(id)!.contracts as { factory: Address };
    await chain.install(factory, getCreationCode(factoryArtifact, [MINTER]));
    await chain.write(MINTER, { to: factory, abi, functionName: "createPair", args: tokens });
    const pair = await client.readContract({ address: factory, abi, functionName: "getPair", args: tokens });
    pairs.set(id, String(pair).toLowerCase() as Address);
  }
  const pairOf = (id: string): Address => pairs.get(id)!;

  const provide: PairScene["provide"] = async (id, to, amounts) => {
    for (const [side, amount] of amounts.entries()) {
      await chain.write(MINTER, {
        to: tokens[side]!,
        abi: token.abi,
        functionName: "mint",
        args: [pairOf(id), amount],
      });
    }
    await chain.write(MINTER, { to: pairOf(id), abi: pairAbi, functionName: "mint", args: [to] });
  };

  const shareOf: PairScene["shareOf"] = (id, owner) =>
    client.readContract({ address: pairOf(id), abi: pairAbi, functionName: "balanceOf", args: [owner] });

  const payout: PairScene["payout"] = async (id, owner) => {
    const snapshot = await chain.rpc.call<string>("evm_snapshot", []);
    const args = [pairOf(id), await shareOf(id, owner)];
    await chain.write(owner, { to: pairOf(id), abi: pairAbi, functionName: "transfer", args });
    const call = { address: pairOf(id), abi: pairAbi, functionName: "burn", args: [owner] } as const;
    const { result } = await client.simulateContract({ account: owner, ...call });
    await chain.rpc.call("evm_revert", [snapshot]);
    return result;
  };

  let stored: bigint | undefined;
  const sync: PairScene["sync"] = async (owners) => {
    const { number: blockNumber, hash, timestamp } = await client.getBlock();
    const at = { blockNumber, hash, timeAt: Number(timestamp) };
    if (blockNumber !== stored) await copyBlocks(api.db, "eth", [at]);
    stored = blockNumber;
    const held = [...pairs].flatMap(([id, pair]) => owners.map((owner) => ({ id, pair, owner })));
    const reads = held.map(async ({ id, pair, owner }) => ({
      owner,
      token: pair,
      rawAmount: await shareOf(id, owner),
    }));
    await writeBalances(api.db, "eth", blockNumber, await Promise.all(reads));
    await advanceChain(api.db, "eth", { logs: at, balances: at });
    return at;
  };

  const pass: PairScene["pass"] = async (seconds) => {
    const { timestamp } = await client.getBlock();
    await chain.rpc.call("evm_setNextBlockTimestamp", [Number(timestamp) + seconds]);
    await chain.mine();
    return await sync([]);
  };

  let users = 0;
  const nextUser = (): Address => `0xaa${(users += 1).toString(16).padStart(38, "0")}`;
  const nextProvider = async () => {
    const owner = nextUser();
    await provide(protocolIds[0]!, owner, [10n * ONE + 1n, 5n * ONE + 1n]);
    await sync([owner]);
    return owner;
  };
  const request: PairScene["request"] = async <T>(target: string) => {
    const res = await api.get(target);
    const text = await res.text();
    if (res.status !== 200) throw new Error(`${target}: ${text}`);
    return { body: JSON.parse(text) as T, chains: res.headers.get("portico-chains") ?? "" };
  };
  const requestComplex: PairScene["requestComplex"] = (owner) =>
    request(`/v1/user/complex_protocol_list?chain_id=eth&id=${owner}`);
  const readTexts: PairScene["readTexts"] = async (owner) => {
    const query = api.db.selectFrom("position_read").select("positions");
    const rows = await query.where("owner", "=", `\\x${owner.slice(2)}`).execute();
    return rows.map(({ positions }) => positions);
  };

  await ensureChainState(api.db, { chain: "eth", chainId: 1, startBlock: 0n });
  const known = { decimals: 18, isVerified: true, isCore: true };
  await upsertTokens(api.db, [
    ...tokens.map((address, n) => ({ ...unknownToken("eth", address), ...known, name: `T${n}`, symbol: `T${n}` })),
    ...[...pairs].map(([protocolId, address]) => ({ ...unknownToken("eth", address), decimals: 18, protocolId })),
  ]);
  const price = (address: Address, usd: number) => ({
    token: address,
    usd,
    source: "pool",
    blockNumber: 1n,
    timeAt: 1,
  });
  await replacePrices(api.db, "eth", [price(tokens[0], 2), price(tokens[1], 3)]);
  await api.api.tokens.reload();
  for (const id of protocolIds) await provide(id, nextUser(), [1_000n * ONE + 7n, 500n * ONE + 3n]);
  const stop = async () => {
    await api.stop();
    await Promise.all([rpc.stop(), chain.stop()]);
  };
  return {
    api,
    chain,
    rpc,
    tokens,
    pairs,
    provide,
    shareOf,
    payout,
    sync,
    pass,
    nextUser,
    nextProvider,
    request,
    requestComplex,
    readTexts,
    stop,
  };
}
