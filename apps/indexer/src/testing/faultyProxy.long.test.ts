import { NATIVE_TOKEN, createRpc, getChain, readBalances, topics } from "@portico/evm";
import type { Hex, Rpc, RpcOptions } from "@portico/evm";
import { startDevnet, untilMined } from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import { numberToHex } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ReorgError } from "../chain/reorgError.ts";
import { createSource } from "../source/createSource.ts";
import { toPlainBlock } from "./blockLogs.ts";
import type { PlainBlock } from "./blockLogs.ts";
import { InvalidDataError } from "../source/invalidDataError.ts";
import { ALL_FAULTS, QUICK_FAULTS, getFault } from "./faults.ts";
import type { FaultKind } from "./faults.ts";
import { startFaultyProxy } from "./faultyProxy.ts";
import type { FaultyProxy } from "./faultyProxy.ts";
import { startRewritingProxy } from "./rewritingProxy.ts";
import type { RewritingProxy } from "./rewritingProxy.ts";
import type { SourceReads } from "../source/sourceState.ts";

const EVENTS: SourceReads = { receipts: false, traces: false };
const FORK_DEPTH = 6;
const BLOCKS = 30n;

let devnet: Devnet;
let forked: Devnet;
let mainUrl: string;
let forkUrl: string;
let head: bigint;
let honest: { full: PlainBlock[]; events: PlainBlock[] };

beforeAll(async () => {
  const options = { chains: ["eth"], seed: 7, size: { people: 4, transactions: 60, days: 2 } } as const;
  [devnet, forked] = await Promise.all([startDevnet(options), startDevnet(options)]);
  [mainUrl, forkUrl] = [devnet.chains.eth!.rpcUrl, forked.chains.eth!.rpcUrl];
  await Promise.all([mineBlocks(mainUrl, 0), mineBlocks(forkUrl, 1)]);
  head = await connect([mainUrl]).getBlockNumber();
  honest = { full: await fetchAll(connect([mainUrl]), {}), events: await fetchAll(connect([mainUrl]), EVENTS) };
}, 60_000);

const proxies: RewritingProxy[] = [];

async function rewriting(rewrite: Parameters<typeof startRewritingProxy>[1]): Promise<RewritingProxy> {
  const proxy = await startRewritingProxy(mainUrl, rewrite);
  proxies.push(proxy);
  return proxy;
}

afterEach(() => Promise.all(proxies.splice(0).map((proxy) => proxy.stop())));
afterAll(() => Promise.all([devnet.stop(), forked.stop()]));

const connect = (urls: string[], options: Partial<RpcOptions> = {}): Rpc =>
  createRpc({ chain: getChain("eth"), urls, baseDelayMs: 1, maxDelayMs: 5, attempts: 40, batchSize: 5, ...options });

/** Mines several blocks with one transfer of `extra` wei each, so that two chains diverge from here on. */
async function mineBlocks(url: string, extra: number): Promise<void> {
  const rpc = connect([url]);
  for (let block = 0; block < FORK_DEPTH; block++) {
    const [from, to] = [devnet.demoOwner, devnet.users.at(-1)!];
    const value = numberToHex(100 + block + extra);
    const hash = await rpc.request<{ Method: string; Parameters: unknown[]; ReturnType: Hex }>({
      method: "eth_sendTransaction",
      params: [{ from, to, value, gas: "0x100000" }],
    });
    await untilMined(rpc, hash);
  }
}

async function fetchAll(rpc: Rpc, reads: SourceReads): Promise<PlainBlock[]> {
  const source = createSource({ chain: getChain("eth"), rpc, topics: [topics.transfer], maxBlocks: 9, reads });
  await source.probe(head);
  return (await source.fetchBlocks(head - BLOCKS, head)).map(toPlainBlock);
}

async function withProxy<T>(
  options: { rate: number; faults?: readonly FaultKind[] },
  use: (proxy: FaultyProxy) => Promise<T>,
): Promise<T> {
  const proxy = await startFaultyProxy([mainUrl, forkUrl], { seed: 11, ...options });
  try {
    return await use(proxy);
  } finally {
    await proxy.stop();
  }
}

const SLOW: Partial<RpcOptions> = { timeoutMs: 150, maxBytes: 5_000_000 };

/** Calls that fetching blocks does not make. */
async function requestSmall(rpc: Rpc): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const [latest, [balance]] = await Promise.all([
      rpc.getBlockNumber(),
      readBalances(rpc, [{ owner: devnet.demoOwner, token: NATIVE_TOKEN }], { blockNumber: head }),
    ]);
    expect(latest).toBeLessThanOrEqual(head);
    expect(balance).toBeGreaterThan(0n);
  }
}

/** As the indexer does: retries if the responses were not of one chain of blocks. */
async function fetchAgain(rpc: Rpc, reads: SourceReads): Promise<PlainBlock[]> {
  for (let round = 0; round < 20; round++) {
    const blocks = await fetchAll(rpc, reads).catch((error: unknown) => {
      if (error instanceof ReorgError) return undefined;
      throw error;
    });
    if (blocks !== undefined) return blocks;
  }
  throw new Error("Its answers never fit");
}

test.each(ALL_FAULTS.filter((kind) => kind !== "otherFork"))("X08 '%s' is handled", async (kind) => {
  const fault = getFault(kind);
  const isSlow = fault.scope === "post" && fault.isSlow === true;
  const needsSpare = fault.scope === "entry" && fault.needsSpare === true;
  await withProxy({ rate: isSlow ? 0.08 : needsSpare ? 1 : 0.2, faults: [kind] }, async (proxy) => {
    const urls = needsSpare ? [proxy.url, mainUrl] : [proxy.url];
    const rpc = connect(urls, isSlow ? SLOW : {});
    expect(await fetchAgain(rpc, {})).toEqual(honest.full);
    expect(await fetchAgain(rpc, EVENTS)).toEqual(honest.events);
    if (!isSlow) await requestSmall(rpc);
    expect(proxy.injected[kind]).toBeGreaterThan(0);
    expect(proxy.followed).toBe(0);
  });
});

test("X08 all quick faults together are handled", async () => {
  await withProxy({ rate: 0.1 }, async (proxy) => {
    const rpc = connect([proxy.url]);
    for (let round = 0; round < 4; round++) {
      expect(await fetchAgain(rpc, {})).toEqual(honest.full);
      expect(await fetchAgain(rpc, EVENTS)).toEqual(honest.events);
    }
    const counts = QUICK_FAULTS.map((kind) => proxy.injected[kind]);
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(QUICK_FAULTS.length / 2);
  });
});

test("X08 individually requested receipts are complete under every fault", async () => {
  const without = await startRewritingProxy(mainUrl, ({ method }, result) =>
    method === "eth_getBlockReceipts" ? undefined : result,
  );
  const proxy = await startFaultyProxy(without.url, { seed: 5, rate: 0.06 });
  try {
    expect(await fetchAgain(connect([proxy.url]), {})).toEqual(honest.full);
    expect(without.methods).toContain("eth_getTransactionReceipt");
    expect(Object.values(proxy.injected).filter((count) => count > 0).length).toBeGreaterThan(5);
  } finally {
    await Promise.all([proxy.stop(), without.stop()]);
  }
});

test.each([{}, EVENTS])("X08 blocks of two forks never mix when responses come from both: %j", async (reads) => {
  const other = await fetchAll(connect([forkUrl]), reads);
  const own = reads === EVENTS ? honest.events : honest.full;
  expect(other.at(-1)!.hash).not.toBe(own.at(-1)!.hash);
  await withProxy({ rate: 0.3, faults: ["otherFork"] }, async (proxy) => {
    const rpc = connect([proxy.url]);
    let fetched = 0;
    for (let round = 0; round < 8; round++) {
      const blocks = await fetchAll(rpc, reads).catch((error: unknown) => {
        if (!(error instanceof ReorgError) && !(error instanceof InvalidDataError)) throw error;
        return undefined;
      });
      if (blocks === undefined) continue;
      fetched++;
      expect(blocks).toEqual(blocks.at(-1)!.hash === own.at(-1)!.hash ? own : other);
    }
    expect(fetched).toBeGreaterThan(0);
    expect(proxy.injected.otherFork).toBeGreaterThan(0);
  });
});

test("X08 individually requested receipts come from the endpoint with complete ones", async () => {
  const lying = await rewriting(({ method }, result) => {
    if (method === "eth_getBlockReceipts") return undefined;
    const receipt = result as { logs: unknown[] } | null;
    return method === "eth_getTransactionReceipt" && receipt !== null ? { ...receipt, logs: [] } : result;
  });
  const whole = await rewriting(({ method }, result) => (method === "eth_getBlockReceipts" ? undefined : result));
  expect(await fetchAll(connect([lying.url, whole.url]), {})).toEqual(honest.full);
  await expect(fetchAll(connect([lying.url]), {})).rejects.toThrow("don't match their bloom");
});

test("X08 two endpoints with different heads are read as one chain, whichever is called first", async () => {
  const old = head - 4n;
  const isNew = (block: unknown) => typeof block === "string" && BigInt(block) > old;
  const behind = await rewriting(({ method, params }, result) => {
    if (method === "eth_getLogs") {
      const { blockHash } = params[0] as { blockHash?: Hex };
      const isUnknown = honest.full.some((block) => block.hash === blockHash && block.blockNumber > old);
      return isUnknown
        ? undefined
        : (result as { blockNumber: string }[]).filter(({ blockNumber }) => !isNew(blockNumber));
    }
    return isNew(params[0]) ? null : result;
  });
  for (const urls of [
    [behind.url, mainUrl],
    [mainUrl, behind.url],
  ]) {
    expect(await fetchAll(connect(urls), {})).toEqual(honest.full);
    expect(await fetchAll(connect(urls), EVENTS)).toEqual(honest.events);
  }
});

test("X08 a transaction that is missing in the block and its receipts is detected by the gas", async () => {
  const at = honest.full.findLastIndex(({ transactions }) => transactions.length > 0);
  const proxy = await rewriting(({ method, params }, result) => {
    if (params[0] !== numberToHex(honest.full[at]!.blockNumber)) return result;
    if (method === "trace_block") return [];
    if (method === "eth_getBlockReceipts") return [];
    return method === "eth_getBlockByNumber"
      ? { ...(result as object), transactions: [], logsBloom: `0x${"0".repeat(512)}` }
      : result;
  });
  expect(await fetchAll(connect([proxy.url, mainUrl]), {})).toEqual(honest.full);
});
