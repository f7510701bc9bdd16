import { startBareChain } from "@portico/devnet";
import type { BareChain } from "@portico/devnet";
import type { Address, Hash, Hex } from "@portico/evm";
import * as fc from "fast-check";
import { numberToHex, padHex } from "viem";

const at = (digits: string): Address => `0x${digits.padStart(40, "0")}`;
export const OWNERS = ["a11ce", "b0b", "ca401", "da7e", "e7e"].map((name) => at(name));
/** Pays the address in its data, and fails without value. */
export const PAYER = at("fa1e500000000000000000000000000000000000");
/** Emits a log whose topics 1 to 3 are its data. */
export const EMITTER = at("e111700000000000000000000000000000000000");
/** Reverts if CALLVALUE is 0; otherwise CALL with 1 wei. */
const PAYER_CODE = "0x34156010575f5f5f5f60015f355af1005b5f5ffd";
const EMITTER_CODE = "0x6040356020355f3560075f5fa400";

/** What is known about a transaction from its receipt and its traces. */
export interface SeenTransaction {
  hash: Hash;
  blockNumber: bigint;
  from: Address;
  isFailed: boolean;
  /** By the transaction or a trace; lower-case. */
  named: ReadonlySet<string>;
  /** The topics 1 to 3 of its logs that are addresses, by position. */
  logged: readonly string[][];
}

export interface SceneTrace {
  action: { from: Address; to?: Address };
  result?: { address?: Address } | null;
  blockNumber: number;
  transactionHash: Hash;
}

export interface HistoryScene {
  chain: BareChain;
  head: bigint;
  /** Of all blocks. */
  transactions: SeenTransaction[];
  traces: SceneTrace[];
}

/**
 * A chain with random transactions of a few owners, several in some blocks, seven in ten blocks.
 * @param emptyBlocks - At its beginning.
 */
export async function startHistoryScene(transactionCount: number, emptyBlocks: number): Promise<HistoryScene> {
  const chain = await startBareChain(1);
  await chain.mine(emptyBlocks);
  await play(chain, transactionCount);
  const head = BigInt(await chain.rpc.call("eth_blockNumber"));
  const numbers = Array.from({ length: Number(head) }, (_, index) => index + 1);
  const blocks = await Promise.all(numbers.map((number) => walkBlock(chain, number)));
  return {
    chain,
    head,
    transactions: blocks.flatMap(({ transactions }) => transactions),
    traces: blocks.flatMap(({ traces }) => traces),
  };
}

async function play(chain: BareChain, numRuns: number): Promise<void> {
  const { rpc } = chain;
  await chain.setCode(PAYER, PAYER_CODE);
  await chain.setCode(EMITTER, EMITTER_CODE);
  for (const owner of OWNERS) await chain.setBalance(owner, 10n ** 20n);
  await rpc.call("evm_setAutomine", [false]);
  const random = fc.tuple(fc.nat(7), fc.nat(4), fc.nat(4), fc.nat(4), fc.nat(6));
  for (const [kind, sender, first, second, blocks] of fc.sample(random, { numRuns, seed: 22 })) {
    const [from, one, two] = [OWNERS[sender]!, toWord(OWNERS[first]!), toWord(OWNERS[second]!)];
    const number = "1".padStart(64, "0");
    const actions: object[] = [
      { to: OWNERS[first], value: "0x1" },
      { to: from, value: "0x2" },
      { to: PAYER, value: "0x5", data: `0x${one}` },
      { to: PAYER, data: `0x${one}` },
      { data: "0x600a5f5500" }, // creates a contract
      { to: EMITTER, data: `0x${one}${number}${number}` },
      { to: EMITTER, data: `0x${number}${one}${two}` },
      { to: PAYER, value: "0x5", data: `0x${toWord(EMITTER)}` },
    ];
    await rpc.call("eth_sendTransaction", [{ from, gas: "0x30d40", ...actions[kind] }]);
    if (blocks > 2) await chain.mine(blocks - 2);
  }
  const paid = { from: OWNERS[0], to: PAYER, value: "0x5", data: `0x${toWord(EMITTER)}`, gas: "0x30d40" };
  await rpc.call("eth_sendTransaction", [paid]);
  await chain.mine();
  await rpc.call("evm_setAutomine", [true]);
}

const toWord = (address: Address): string => padHex(address, { size: 32 }).slice(2);

interface Receipt {
  transactionHash: Hash;
  from: Address;
  to: Address | null;
  contractAddress: Address | null;
  status: Hex;
  logs: { topics: Hex[] }[];
}

async function walkBlock({ rpc }: BareChain, number: number): Promise<Pick<HistoryScene, "traces" | "transactions">> {
  const [receipts, traces] = await Promise.all([
    rpc.call<Receipt[]>("eth_getBlockReceipts", [numberToHex(number)]),
    rpc.call<SceneTrace[]>("trace_block", [numberToHex(number)]),
  ]);
  const transactions = receipts.map(({ transactionHash: hash, from, to, contractAddress, status, logs }) => {
    const own = traces.filter(({ transactionHash }) => transactionHash === hash);
    const traced = own.flatMap(({ action, result }) => [action.from, action.to, result?.address]);
    return {
      hash,
      blockNumber: BigInt(number),
      from,
      isFailed: status === "0x0",
      named: new Set([from, to, contractAddress, ...traced].flatMap((address) => address?.toLowerCase() ?? [])),
      logged: [1, 2, 3].map((position) => logs.map(({ topics }) => `0x${topics[position]?.slice(26)}`)),
    };
  });
  return { transactions, traces };
}
