import { APES, type Pocket, type PocketChain, STOREFRONT, TREASURY } from "@portico/pocket";
import { type Address, encodeFunctionData, erc20Abi, type Hex, numberToHex, parseAbi } from "viem";
import { type ChainReader, createChainReader } from "./chainReader.ts";

interface Transaction {
  from: Address;
  to: Address;
  data?: Hex;
  value?: Hex;
}

/** People who go on after a pocket's scenario, and miners who change their minds. */
export interface Traffic {
  /** Mines so many blocks with some transactions in each. */
  mine(blocks: number): Promise<void>;
  /** The newest blocks are replaced by as many others, empty ones: what was in them never happened. */
  reorg(depth: number): Promise<void>;
  /** The newest blocks are gone: for a while the chain is shorter. */
  rollback(depth: number): Promise<void>;
  /** Sent so far, also what was undone. */
  readonly transactionCount: number;
}

const GAS = numberToHex(300_000);
const MOST_PER_BLOCK = 12;
const nftAbi = parseAbi([
  "function mint(address to)",
  "function mint(address to, uint256 id, uint256 amount, bytes data)",
  "function setApprovalForAll(address operator, bool approved)",
  "function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)",
]);

type Habit = (from: Address, to: Address, number: bigint, tokens: readonly Address[]) => Transaction;

const pick = <T>(list: readonly T[], number: bigint): T => list[Number(number % BigInt(list.length))] as T;
const onToken = (name: "approve" | "transfer", to: Address, number: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: name, args: [to, (number % 1_000n) + 1n] });

const HABITS: readonly Habit[] = [
  (from, to, number) => ({ from, to, value: numberToHex((number % 1_000n) * 1_000_000_000n) }),
  (from, to, number, tokens) => ({ from, to: pick(tokens, number / 7n), data: onToken("transfer", to, number) }),
  (from, to, number, tokens) => ({ from, to: pick(tokens, number / 7n), data: onToken("transfer", to, number) }),
  (from, to, number, tokens) => ({ from, to: pick(tokens, number / 7n), data: onToken("approve", to, number) }),
  (_, to) => ({
    from: TREASURY,
    to: APES,
    data: encodeFunctionData({ abi: nftAbi, functionName: "mint", args: [to] }),
  }),
  (_, to, number) => ({
    from: TREASURY,
    to: STOREFRONT,
    data: encodeFunctionData({ abi: nftAbi, functionName: "mint", args: [to, (number % 5n) + 1n, 9n, "0x"] }),
  }),
  (from, to, number) => ({
    from,
    to: STOREFRONT,
    data: encodeFunctionData({
      abi: nftAbi,
      functionName: "safeTransferFrom",
      args: [from, to, (number % 5n) + 1n, 1n, "0x"],
    }),
  }),
  (from, to, number) => ({
    from,
    to: pick([APES, STOREFRONT], number),
    data: encodeFunctionData({ abi: nftAbi, functionName: "setApprovalForAll", args: [to, number % 3n !== 0n] }),
  }),
];

/** The same numbers for the same seed; what becomes of them depends on the chain. */
export async function createTraffic(pocket: Pocket, chain: PocketChain, seed: number): Promise<Traffic> {
  const reader = createChainReader(pocket.chains[chain]?.rpcUrl ?? "");
  const next = createNumbers(seed);
  const tokens = pocket.tokens[chain] ?? [];
  let transactionCount = 0;
  await reader.ask("evm_setAutomine", [false]);
  const mineOne = async (): Promise<void> => {
    const transactions = Array.from({ length: Number(next() % BigInt(MOST_PER_BLOCK)) }, () => {
      const [from, to] = [pick(pocket.people, next()), pick(pocket.people, next())];
      return pick(HABITS, next())(from, to, next(), tokens);
    });
    await reader.askMany(transactions.map((transaction) => ["eth_sendTransaction", [{ gas: GAS, ...transaction }]]));
    transactionCount += transactions.length;
    await reader.ask("evm_mine");
  };
  return {
    async mine(blocks) {
      for (let block = 0; block < blocks; block += 1) await mineOne();
    },
    reorg: (depth) => change(reader, "anvil_reorg", [depth, []]),
    rollback: (depth) => change(reader, "anvil_rollback", [depth]),
    get transactionCount() {
      return transactionCount;
    },
  };
}

/** What waits to be mined may build on what is undone, so none waits. Throws when the chain is what it was. */
async function change(
  reader: ChainReader,
  method: string,
  params: readonly [depth: number, ...rest: unknown[]],
): Promise<void> {
  await reader.ask("anvil_dropAllTransactions");
  const head = Number(await reader.ask<Hex>("eth_blockNumber"));
  const lost = numberToHex(head - params[0] + 1);
  const find = () => reader.ask<{ hash: Hex } | null>("eth_getBlockByNumber", [lost, false]);
  const before = await find();
  await reader.ask(method, params);
  if ((await find())?.hash === before?.hash) throw new Error(`${method} ${params[0]} changed nothing`);
}

/** Numerical Recipes' 64-bit generator; the low bits are the least random, so they are left out. */
function createNumbers(seed: number): () => bigint {
  let state = BigInt(seed) * 2_862_933_555_777_941_757n + 3_037_000_493n;
  return () => {
    state = BigInt.asUintN(64, state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n);
    return state >> 20n;
  };
}
