import { createRpc, getChain, NATIVE_TOKEN } from "@portico/evm";
import { startBareChain } from "@portico/devnet";
import {
  advanceChain,
  applyTokenList,
  requestInitialScan,
  ensureChainState,
  inTransaction,
  listBalances,
} from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../chain/chainWork.ts";
import { initialScans } from "./initialScans.ts";

test("a listed contract that shows the native coin is not scanned in addition to it", async () => {
  const celo = getChain("celo");
  const view = celo.nativeErc20!;
  const owner = "0x00000000000000000000000000000000000000a1";
  const [chain, { db, drop }] = await Promise.all([startBareChain(celo.chainId), createTestDatabase()]);
  try {
    await chain.setCode(view, "0x6004353160005260206000f3"); // answers everything with BALANCE of its first argument
    await chain.setBalance(owner, 5n);
    await chain.mine();
    const rpc = createRpc({ chain: celo, urls: [chain.rpcUrl] });
    const { number: blockNumber, hash, timestamp } = await rpc.getBlock();
    const head = { blockNumber, hash, timeAt: Number(timestamp) };
    await ensureChainState(db, { chain: "celo", chainId: celo.chainId, startBlock: blockNumber });
    await advanceChain(db, "celo", { logs: head, balances: head });
    const fields = { name: "CELO", symbol: "CELO", decimals: 18, logoUrl: null, isCore: true };
    await applyTokenList(db, "celo", [{ ...fields, address: view }]);
    await requestInitialScan(db, owner, ["celo"]);
    const reading = await initialScans.read({ db, chain: celo, rpc, limits: DEFAULT_LIMITS }, head);
    await inTransaction(db, (tx) => reading.store(tx));
    const held = await listBalances(db, owner, ["celo"]);
    expect(held.map(({ token, rawAmount }) => [token, rawAmount])).toEqual([[NATIVE_TOKEN, 5n]]);
  } finally {
    await Promise.all([chain.stop(), drop()]);
  }
});
