import { startBareChain } from "@portico/devnet";
import { NATIVE_TOKEN } from "@portico/evm";
import type { Address, Hash } from "@portico/evm";
import { LegKind, readHistory } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { expect, test } from "vitest";
import { startRewritingProxy } from "../testing/rewritingProxy.ts";
import { syncToHead } from "../testing/sync.ts";
import type { NodeBlock, NodeTransaction } from "./readHeader.ts";

const [ALICE, BOB]: Address[] = [`0x${"a1".repeat(20)}`, `0x${"b0".repeat(20)}`];

/** anvil's transactions, of which one is a deposit of the OP stack: of type 0x7e, with a mint. */
test("a rollup's deposit mints its coin, has no known fee, and goes with its block", async () => {
  const [chain, { db, drop }] = await Promise.all([startBareChain(8453), createTestDatabase()]);
  let deposit: Hash | undefined;
  const toDeposit = (transaction: NodeTransaction): NodeTransaction =>
    transaction.hash === deposit ? { ...transaction, type: "0x7e", mint: "0x9", sourceHash: deposit } : transaction;
  const proxy = await startRewritingProxy(chain.rpcUrl, ({ method, params }, result) => {
    if (method === "web3_clientVersion") return "op-geth/v1.101511.0";
    if (method !== "eth_getBlockByNumber" || params[1] !== true || result === null) return result;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- requested with its transactions
    const block = result as NodeBlock & { transactions: NodeTransaction[] };
    return { ...block, transactions: block.transactions.map(toDeposit) };
  });
  const sync = () => syncToHead(db, [{ chain: "base", rpcUrls: [proxy.url], startBlock: 0n }]);
  const show = async (owner: Address) => {
    const { transactions } = await readHistory(db, { owner, chains: ["base"], count: 10 });
    return transactions.map(({ rawFee, legs }) => ({
      rawFee,
      moves: legs
        .filter(({ kind, token }) => kind === LegKind.native && token === NATIVE_TOKEN)
        .map(({ isInbound, rawAmount }) => `${isInbound ? "" : "-"}${rawAmount}`),
    }));
  };
  try {
    for (const owner of [ALICE!, BOB!]) await chain.setBalance(owner, 10n ** 20n);
    const snapshot = await chain.rpc.call("evm_snapshot");
    deposit = await chain.send({ from: ALICE!, to: BOB!, value: 7n });
    await chain.send({ from: BOB!, to: ALICE!, value: 1n });
    await sync();
    expect(await show(ALICE!)).toEqual([
      { rawFee: undefined, moves: ["1"] }, // without l1Fee
      { rawFee: undefined, moves: ["-7", "9"] },
    ]);
    expect((await show(BOB!)).map(({ moves }) => moves)).toEqual([["-1"], ["7"]]);

    await chain.rpc.call("evm_revert", [snapshot]);
    await chain.warp(100);
    await chain.send({ from: BOB!, to: ALICE!, value: 2n });
    await chain.mine(2);
    await sync();
    expect((await show(ALICE!)).map(({ moves }) => moves)).toEqual([["2"]]);
  } finally {
    await Promise.all([proxy.stop(), chain.stop(), drop()]);
  }
});
