import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRpc as createNodeRpc, estimateGas, getChain, readGasHead, readGasMarket } from "@portico/evm";
import { pad } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRpc } from "./anvil/rpc.ts";
import { DEVNET_CHAINS, type DevnetChain } from "./chains.ts";
import { MARKETPLACE } from "./contracts/nfts.ts";
import type { ActiveOwner } from "./scenario/activeOwners.ts";
import { type Devnet, startDevnet } from "./startDevnet.ts";

const SIZE = { people: 12, transactions: 300, days: 4, activeOwners: [40] };

let cacheDir: string;
let devnet: Devnet;
/** Started with the others, as its first block takes seconds. */
let live: Devnet;

beforeAll(async () => {
  cacheDir = mkdtempSync(join(tmpdir(), "devnet-test-"));
  live = await startDevnet({ chains: ["eth"], size: { people: 5, transactions: 20, days: 2 }, live: true });
  devnet = await startDevnet({ seed: 7, size: SIZE, cacheDir, chains: DEVNET_CHAINS, recordActions: true });
});

afterAll(async () => {
  await Promise.all([devnet.stop(), live.stop()]);
  rmSync(cacheDir, { recursive: true });
});

interface Block {
  number: string;
  hash: string;
  timestamp: string;
}

async function getHead(from: Devnet, chain: DevnetChain): Promise<Block> {
  return createRpc(from.chains[chain]?.rpcUrl ?? "").call<Block>("eth_getBlockByNumber", ["latest", false]);
}

test("equal seed and size give equal blocks, with matic and without; another seed gives others", async () => {
  const [again, matic, other] = await Promise.all([
    startDevnet({ seed: 7, size: SIZE, cacheDir }),
    startDevnet({ seed: 7, size: { ...SIZE, activeOwners: [] }, cacheDir, chains: ["matic"] }),
    startDevnet({ seed: 8, size: SIZE, cacheDir }),
  ]);
  expect(Object.keys(again.chains)).toEqual(["eth", "base"]);
  for (const chain of DEVNET_CHAINS) {
    expect((await getHead(chain === "matic" ? matic : again, chain)).hash).toBe((await getHead(devnet, chain)).hash);
  }
  expect(again.users).toEqual(devnet.users);
  expect((await getHead(other, "eth")).hash).not.toBe((await getHead(devnet, "eth")).hash);
  await Promise.all([again, matic, other].map(({ stop }) => stop()));
});

interface Sent {
  hash: string;
  from: string;
  nonce: string;
  to: string | null;
  input: string;
  value: string;
}

test("labels of transactions are recorded on request", async () => {
  for (const chain of DEVNET_CHAINS) {
    const { rpcUrl = "", blockCount = 0 } = devnet.chains[chain] ?? {};
    const numbers = Array.from({ length: blockCount }, (_, index) => `0x${(index + 1).toString(16)}`);
    const blocks = await createRpc(rpcUrl).batch<{ transactions: Sent[] }>(
      numbers.map((at) => ["eth_getBlockByNumber", [at, true]]),
    );
    const mined = blocks.flatMap(({ transactions }) => transactions);
    const transactions = devnet.listActions().filter((action) => action.chain === chain);
    const toText = (from: string, nonce: number, to: string | null, rest: string) =>
      `${from} ${nonce} ${to} ${rest}`.toLowerCase();
    expect(
      transactions.map(({ from, nonce, to = null, data, value }) => toText(from, nonce, to, `${data} ${value}`)),
    ).toEqual(
      mined.map(({ from, nonce, to, input, value }) => toText(from, Number(nonce), to, `${input} ${BigInt(value)}`)),
    );
    expect(new Set(transactions.map(({ action }) => action)).size).toBeGreaterThan(chain === "matic" ? 10 : 60);
  }
});

test("a planner returns the next transactions without sending them, of any requested kind", async () => {
  const planner = devnet.findPlanner("eth");
  const before = await getHead(devnet, "eth");
  const [action] = (await planner?.next("wrap")) ?? [];
  expect(action).toMatchObject({ chain: "eth", action: "wrap", data: "0xd0e30db0" });
  expect((await planner?.next())?.length).toBeGreaterThan(0);
  await expect(planner?.next("nothing")).rejects.toThrow(RangeError);
  expect(await getHead(devnet, "eth")).toEqual(before);
});

test("nothing of anvil remains in the cache folder after stop", async () => {
  const shortLived = await startDevnet({ chains: ["base"], size: { people: 2, transactions: 0, days: 2 }, cacheDir });
  const before = readdirSync(cacheDir).length;
  await shortLived.stop();
  expect(existsSync(cacheDir)).toBe(true);
  expect(readdirSync(cacheDir).length).toBe(before - 1);
});

test.each(DEVNET_CHAINS)("the head's time on %s is the end of the simulated days", async (chain) => {
  expect(Number((await getHead(devnet, chain)).timestamp)).toBe(1_735_689_600 + SIZE.days * 86_400);
});

test.each(DEVNET_CHAINS)("recent tips on %s differ, so that slow, normal and fast do", async (slug) => {
  const chain = getChain(slug);
  const rpc = createNodeRpc({ chain, urls: [devnet.chains[slug]?.rpcUrl ?? ""] });
  const { window } = await readGasMarket(rpc, chain, await readGasHead(rpc));
  const [slow = 0n, normal = 0n, fast = 0n] = estimateGas(window).map(({ priorityPrice }) => priorityPrice ?? 0n);
  expect(slow).toBeGreaterThan(0n);
  expect(slow).toBeLessThan(normal);
  expect(normal).toBeLessThan(fast);
});

test("users' transactions succeed, except for a few deliberate errors", async () => {
  const rpc = createRpc(devnet.chains.eth?.rpcUrl ?? "");
  const blocks = Array.from({ length: Number((await getHead(devnet, "eth")).number) }, (_, index) => index + 1);
  const receipts = await rpc.batch<{ status: string; to: string }[]>(
    blocks.map((block) => ["eth_getBlockReceipts", [`0x${block.toString(16)}`]]),
  );
  const failed = receipts.flat().filter(({ status }) => status !== "0x1");
  const tokens = new Set(devnet.tokens.eth?.map((token) => token.toLowerCase()));
  expect(receipts.flat().length).toBe(devnet.chains.eth?.transactionCount);
  expect(failed.length).toBeLessThanOrEqual(SIZE.transactions / 30);
  tokens.add(MARKETPLACE.toLowerCase()); // rejects native coin
  expect(failed.filter(({ to }) => !tokens.has(to))).toEqual([]); // otherwise only transfers beyond a balance
});

test("an active owner has exactly its number of transactions: sent, received, paid within and in logs", async () => {
  const [{ address, transactionCount }] = devnet.activeOwners as [ActiveOwner];
  const rpc = createRpc(devnet.chains.eth?.rpcUrl ?? "");
  const { txs } = await rpc.call<{ txs: Sent[] }>("ots_searchTransactionsAfter", [address, 0, 1_000]);
  const topic = pad(address, { size: 32 });
  const logs = await rpc.batch<{ transactionHash: string }[]>(
    [[topic], [null, topic], [null, null, topic]].map((topics) => [
      "eth_getLogs",
      [{ fromBlock: "0x0", toBlock: "latest", topics: [null, ...topics] }],
    ]),
  );
  const inCalls = new Set(txs.map(({ hash }) => hash));
  const inLogs = new Set(logs.flat().map(({ transactionHash }) => transactionHash));
  expect(new Set([...inCalls, ...inLogs]).size).toBe(transactionCount);
  expect([...inLogs].filter((hash) => !inCalls.has(hash)).length).toBeGreaterThan(0);
  const isNamed = ({ from, to, hash }: Sent) => [from, to].includes(address.toLowerCase()) || inLogs.has(hash);
  expect(txs.filter((transaction) => !isNamed(transaction)).length).toBeGreaterThan(0);
  expect(txs.filter(({ from }) => from === address.toLowerCase()).length).toBeGreaterThan(0);
});

test("a transaction sent afterwards is mined at once, 12 seconds after the last block", async () => {
  const rpc = createRpc(devnet.chains.base?.rpcUrl ?? "");
  const before = await getHead(devnet, "base");
  const hash = await rpc.call("eth_sendTransaction", [{ from: devnet.users[1], to: devnet.users[2], value: "0x1" }]);
  let receipt: { status: string } | null = null;
  while (receipt === null) receipt = await rpc.call<{ status: string } | null>("eth_getTransactionReceipt", [hash]);
  expect(receipt.status).toBe("0x1");
  expect(Number((await getHead(devnet, "base")).timestamp)).toBe(Number(before.timestamp) + 12);
});

test("a live devnet continues by itself until it is stopped", async () => {
  const blockCount = live.chains.eth?.blockCount ?? 0;
  await expect
    .poll(async () => Number((await getHead(live, "eth")).number), { timeout: 30_000 })
    .toBeGreaterThan(blockCount);
});

test("an invalid size is rejected before anything starts", async () => {
  await expect(startDevnet({ size: { people: 1 } })).rejects.toThrow("people must be a whole number from 2");
  const size = { activeOwners: [40] };
  await expect(startDevnet({ size, chains: ["matic"] })).rejects.toThrow("Active owners require eth or base");
});
