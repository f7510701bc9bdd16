/* oxlint-disable typescript/unbound-method, unicorn/no-useless-spread -- functions of closures, not methods */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { listTokens, type Devnet, startDevnet, TREASURY } from "@portico/devnet";
import { type Address, type Hex, numberToHex } from "viem";
import { createNode, type Node } from "./node.ts";
import { recordBalances, recordChangedBalances, TRANSFER } from "./recordBalances.ts";
import { createBlockWriter, parseResult, type RecordedBlock } from "./recording.ts";
import { createTraffic, inGroups, type Transaction } from "./traffic.ts";

const SYMBOLS = new Set(["WETH", "USDC", "DAI", "WBTC", "AAVE", "PEPE"]);
export interface ChainShape {
  /** Number of traffic transactions; those that fund the senders with tokens come in addition. */
  readonly transactions: number;
  readonly perBlock: number;
  /** Whether balances are recorded at each block, so that a head can move; otherwise only the last ones. */
  readonly hasPastBalances: boolean;
}

const INTERVAL_S = 12;
const BASE_FEE = 1_000_000_000n;
const BLOCKS_READ_AT_ONCE = 3;

export interface ChainInfo {
  headBlock: number;
  /** The tokens that the traffic moves. */
  tokens: Address[];
  /** Transfer events of these tokens, by block. */
  transfersByBlock: number[];
  transactionsByBlock: number[];
}

/** The devnet's contracts with almost no scenario; deterministic, so that a saved state is found again. */
export const openChain = (stateDir: string): Promise<Devnet> =>
  startDevnet({
    chains: ["eth"],
    size: { people: 2, transactions: 0, days: 2, blocks: 2 },
    maxPersistedStates: 128,
    stateDir,
    log: () => {},
  });

/** Creates the chain and writes its node's responses into the folder. */
export async function recordChain(
  folder: string,
  { transactions, perBlock, hasPastBalances }: ChainShape,
  log: (line: string) => void,
): Promise<void> {
  const devnet = await openChain(folder);
  const node = createNode(devnet.chains.eth?.rpcUrl ?? "");
  try {
    const tokens = listTokens("eth").filter(({ symbol }) => SYMBOLS.has(symbol));
    const traffic = createTraffic(tokens);
    const began = performance.now();
    await node.batch([["evm_setAutomine", [false]]]);
    await node.batch(traffic.senders.map((sender) => ["anvil_setBalance", [sender, numberToHex(10n ** 24n)]]));
    const counter = createCounter(tokens.map(({ address }) => toLowerCase(address)));
    const head = Number((await node.batch([["eth_blockNumber", []]]))[0]);
    const recorder = await createRecorder(node, folder, async (block, blockNumber) => {
      counter.add(block);
      if (hasPastBalances && blockNumber > head) await recordChangedBalances(node, folder, { blockNumber, ...block });
    });
    const send = await createSender(node, recorder.record);
    await send(traffic.listSetUp(TREASURY), 200);
    for (let done = 0; done < transactions; done += perBlock) {
      await send(Array.from({ length: Math.min(perBlock, transactions - done) }, traffic.next), perBlock);
      if (done % 20_000 === 0) log(`${done} transactions after ${Math.round((performance.now() - began) / 1000)} s`);
    }
    await recorder.end();
    await recordBalances(node, folder, traffic);
    writeFileSync(join(folder, "facts.json"), JSON.stringify(counter.get() satisfies ChainInfo));
  } finally {
    node.close();
    await devnet.stop();
  }
}

const toLowerCase = (address: Address): Address => `0x${address.slice(2).toLowerCase()}`;

interface Head {
  number: Hex;
  timestamp: Hex;
}

/** Mines transactions, a fixed number per block, with timestamps and fees derived from the chain's seed. */
export async function createSender(node: Node, onBlock: (blockNumber: number) => Promise<void>) {
  const [{ number, timestamp }] = (await node.batch([["eth_getBlockByNumber", ["latest", false]]])) as [Head];
  let [head, timeAt] = [Number(number), Number(timestamp)];
  const nonces = new Map<Address, number>();
  const toFields = ({ from, to, data, value = 0n }: Transaction) => {
    const nonce = nonces.get(from);
    if (nonce !== undefined) nonces.set(from, nonce + 1);
    const fee = numberToHex(BASE_FEE * 2n);
    return {
      from,
      to,
      data,
      value: numberToHex(value),
      gas: numberToHex(data.length > 2e4 ? 12e6 : 7e5),
      ...{
        maxFeePerGas: fee,
        maxPriorityFeePerGas: numberToHex(BASE_FEE / 10n),
        nonce: numberToHex(nonce ?? 0),
      },
    };
  };
  return async (transactions: readonly Transaction[], perBlock: number): Promise<void> => {
    const fresh = [...new Set(transactions.map(({ from }) => from))].filter((from) => !nonces.has(from));
    const found =
      fresh.length === 0 ? [] : await node.batch(fresh.map((from) => ["eth_getTransactionCount", [from, "latest"]]));
    for (const [n, from] of fresh.entries()) nonces.set(from, Number(found[n]));
    for (const group of inGroups(transactions, perBlock)) {
      timeAt += INTERVAL_S;
      await node.batch([
        ["evm_setNextBlockTimestamp", [timeAt]],
        ["anvil_setNextBlockBaseFeePerGas", [numberToHex(BASE_FEE)]],
        ...group.map((transaction) => ["eth_sendTransaction", [toFields(transaction)]] as const),
      ]);
      await node.batch([["evm_mine", []]]);
      await onBlock(++head);
    }
  };
}

/** Reads blocks while others are mined, and writes them in order. */
async function createRecorder(
  node: Node,
  folder: string,
  onBlock: (block: RecordedBlock, blockNumber: number) => Promise<void>,
) {
  const writer = createBlockWriter(folder);
  let written = 0;
  const reading: Promise<RecordedBlock>[] = [];
  const writeOldest = async (): Promise<void> => {
    const block = await reading.shift()!;
    writer.add(block);
    await onBlock(block, written++);
  };
  const record = async (blockNumber: number): Promise<void> => {
    reading.push(readBlock(node, blockNumber));
    if (reading.length > BLOCKS_READ_AT_ONCE) await writeOldest();
  };
  const [head] = await node.batch([["eth_blockNumber", []]]);
  for (let blockNumber = 0; blockNumber <= Number(head); blockNumber++) await record(blockNumber);
  return {
    record,
    async end(): Promise<void> {
      while (reading.length > 0) await writeOldest();
      await writer.end();
    },
  };
}

async function readBlock(node: Node, blockNumber: number): Promise<RecordedBlock> {
  const at = numberToHex(blockNumber);
  const [full, hashes, logs, receipts, traces] = await Promise.all([
    node.getBytes("eth_getBlockByNumber", [at, true]),
    node.getBytes("eth_getBlockByNumber", [at, false]),
    node.getBytes("eth_getLogs", [{ fromBlock: at, toBlock: at }]),
    node.getBytes("eth_getBlockReceipts", [at]),
    node.getBytes("trace_block", [at]),
  ]);
  return { full, hashes, logs, receipts, traces };
}

interface Counted {
  address: Address;
  topics: Hex[];
}

/** Counts while the bytes are in memory, which is faster than another request. */
function createCounter(tokens: readonly Address[]) {
  const isTraffic = ({ address, topics: [topic] }: Counted): boolean => topic === TRANSFER && tokens.includes(address);
  const transfersByBlock: number[] = [];
  const transactionsByBlock: number[] = [];
  return {
    add({ hashes, logs }: RecordedBlock): void {
      transactionsByBlock.push(parseResult<{ transactions: unknown[] }>(hashes).transactions.length);
      transfersByBlock.push(parseResult<Counted[]>(logs).filter(isTraffic).length);
    },
    get: () => ({ headBlock: transfersByBlock.length - 1, tokens: [...tokens], transfersByBlock, transactionsByBlock }),
  };
}
