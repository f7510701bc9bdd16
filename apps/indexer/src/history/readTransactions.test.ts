import { startDevnet } from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import { createRpc, getChain } from "@portico/evm";
import type { Hash, Rpc } from "@portico/evm";
import { numberToHex } from "viem";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { packBlocks } from "../chain/packedRange.ts";
import { createTransactionReader } from "./readTransactions.ts";
import type { FoundTransaction } from "./callSource.ts";

const chain = getChain("eth");
let devnet: Devnet;
let rpc: Rpc;
let transactions: FoundTransaction[];
let head: bigint;

beforeAll(async () => {
  devnet = await startDevnet({ chains: ["eth"], seed: 13, size: { people: 5, transactions: 80, days: 2 } });
  rpc = createRpc({ chain, urls: [devnet.chains.eth!.rpcUrl] });
  head = await rpc.getBlockNumber();
  const numbers = Array.from({ length: Number(head) }, (_, index) => BigInt(index + 1));
  const blocks = await Promise.all(
    numbers.map((number) =>
      rpc.send<{ transactions: Hash[] }>({ method: "eth_getBlockByNumber", params: [numberToHex(number), false] }),
    ),
  );
  transactions = blocks.flatMap((block, index) =>
    block.transactions.map((hash) => ({ hash, blockNumber: numbers[index]! })),
  );
});

afterAll(() => devnet.stop());

test("a transaction has the same legs read alone and with others of its block", async () => {
  const reader = await createTransactionReader({ chain, rpc }, head);
  const several = [...Map.groupBy(transactions, ({ blockNumber }) => blockNumber).values()].filter(
    (ofBlock) => ofBlock.length > 1,
  );
  const found = several.flat();
  const alone = await Promise.all(found.map((one) => reader.read([one])));
  const together = await reader.read(found);
  const listMoves = (read: { blocks: { internalTransfers: readonly object[] }[] }[]): string[] =>
    read
      .flatMap(({ blocks }) => blocks.flatMap(({ internalTransfers }) => internalTransfers))
      .map((move) => JSON.stringify(move, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)))
      .toSorted();
  expect(listMoves(alone)).toEqual(listMoves([together]));
  expect(listMoves(alone).length).toBeGreaterThan(20);
  const count = (blocks: Parameters<typeof packBlocks>[1]): number => packBlocks(chain, blocks).legs.count;
  expect(alone.reduce((sum, { blocks }) => sum + count(blocks), 0)).toBe(count(together.blocks));
});

test("a node with few calls a second is asked for whole blocks instead, with the same result", async () => {
  const found = [...transactions.slice(0, 5), transactions.at(-1)!];
  const scarce = { ...rpc, readLimits: async () => ({ ...(await rpc.readLimits()), rate: 25, batchRate: 25 }) };
  const readers = await Promise.all([rpc, scarce].map((node) => createTransactionReader({ chain, rpc: node }, head)));
  const sent = vi.spyOn(scarce, "send");
  const wrong = found.map((one, index) => (index === 0 ? { ...one, blockNumber: one.blockNumber + 1n } : one));
  const [usual, whole] = await Promise.all(
    readers.map(async (reader) => {
      const reads = await Promise.all(wrong.map((one) => reader.read([one])));
      return reads.map(({ blocks }) => blocks.map(({ hash, transactions: list }) => ({ hash, list })));
    }),
  );
  expect(whole).toEqual(usual);
  const byHash = sent.mock.calls.filter(([{ method }]) => method === "eth_getTransactionByHash");
  expect(byHash).toHaveLength(1);
});

test("transactions that the node doesn't have are reported", async () => {
  const reader = await createTransactionReader({ chain, rpc }, head);
  const invented: FoundTransaction = { hash: `0x${"5".repeat(64)}`, blockNumber: 3n };
  const { blocks, unknown } = await reader.read([invented, transactions.at(-1)!]);
  expect([blocks.length, unknown]).toEqual([1, [invented]]);
});
