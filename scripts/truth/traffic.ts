import { nonstandardTokens, type Devnet, type DevnetChain } from "@portico/devnet";
import { type Hex, numberToHex } from "viem";
import { type ChainReader, createChainReader } from "./chainReader.ts";
import { type Habit, HABITS, pay, pick, type Transaction } from "./habits.ts";

/** User transactions and reorgs after a devnet's scenario. */
export interface Traffic {
  /** Mines this many blocks with some transactions in each. */
  mine(blocks: number): Promise<void>;
  /** Replaces the newest blocks by as many others with a transaction in each. */
  reorg(depth: number): Promise<void>;
  /** Removes the newest blocks: the chain is shorter for a while. */
  rollback(depth: number): Promise<void>;
  /** Transactions sent so far, including undone ones. */
  readonly transactionCount: number;
  /** Blocks that were replaced or removed. */
  readonly undoneCount: number;
}

const GAS = numberToHex(300_000);
const MAX_PER_BLOCK = 12n;

/** Choices are deterministic by seed; their outcome depends on the chain. */
export async function createTraffic(devnet: Devnet, chain: DevnetChain, seed: number): Promise<Traffic> {
  const reader = createChainReader(devnet.chains[chain]?.rpcUrl ?? "");
  const next = createNumbers(seed);
  const tokens = [...(devnet.tokens[chain] ?? []), ...nonstandardTokens.map(({ address }) => address)];
  let [transactionCount, undoneCount] = [0, 0];
  const act = async (habits: readonly Habit[]) => {
    const transactions: (Transaction & { gas: Hex })[] = [];
    for (const habit of habits) {
      const [from, to] = [pick(devnet.users, next()), pick(devnet.users, next())];
      transactions.push({ gas: GAS, ...(await habit({ from, to, number: next(), tokens, reader })) });
    }
    transactionCount += transactions.length;
    return transactions;
  };
  const pickHabits = (count: number): Habit[] => Array.from({ length: count }, () => pick(HABITS, next()));
  const undo = async (method: string, depth: number, ...rest: readonly unknown[]): Promise<void> => {
    await change(reader, method, [depth, ...rest]);
    undoneCount += depth;
  };
  await reader.request("evm_setAutomine", [false]);
  return {
    async mine(blocks) {
      for (let block = 0; block < blocks; block += 1) {
        const transactions = await act(pickHabits(Number(next() % MAX_PER_BLOCK)));
        for (const batch of splitBySender(transactions)) {
          await reader.requestMany(batch.map((transaction) => ["eth_sendTransaction", [transaction]]));
        }
        await reader.request("evm_mine");
      }
    },
    async reorg(depth) {
      const transactions = await act([pay, ...pickHabits(depth - 1)]);
      const inBlocks = transactions.map((transaction, block) => [transaction, block]);
      await undo("anvil_reorg", depth, inBlocks);
    },
    rollback: (depth) => undo("anvil_rollback", depth),
    get transactionCount() {
      return transactionCount;
    },
    get undoneCount() {
      return undoneCount;
    },
  };
}

/** Each sender at most once per batch: anvil may process a batch concurrently, and assign one nonce twice. */
function splitBySender<T extends Transaction>(transactions: readonly T[]): T[][] {
  const bySender = [...Map.groupBy(transactions, ({ from }) => from).values()];
  const count = Math.max(0, ...bySender.map(({ length }) => length));
  return Array.from({ length: count }, (_, nth) => bySender.flatMap((all) => all.slice(nth, nth + 1)));
}

/**
 * Drops pending transactions, since they may depend on undone ones. Throws if the chain is unchanged: anvil creates an
 * identical block from the same transactions, or from none, because the clock follows the blocks and the base fee is at
 * its minimum.
 */
async function change(
  reader: ChainReader,
  method: string,
  params: readonly [depth: number, ...rest: unknown[]],
): Promise<void> {
  await reader.request("anvil_dropAllTransactions");
  const head = Number(await reader.request<Hex>("eth_blockNumber"));
  const lost = numberToHex(head - params[0] + 1);
  const find = () => reader.request<{ hash: Hex } | null>("eth_getBlockByNumber", [lost, false]);
  const before = await find();
  await reader.request(method, params);
  if ((await find())?.hash === before?.hash) throw new Error(`${method} ${params[0]} changed nothing`);
}

/** Numerical Recipes' 64-bit generator; the low bits are the least random and are left out. */
function createNumbers(seed: number): () => bigint {
  let state = BigInt(seed) * 2_862_933_555_777_941_757n + 3_037_000_493n;
  return () => {
    state = BigInt.asUintN(64, state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n);
    return state >> 20n;
  };
}
