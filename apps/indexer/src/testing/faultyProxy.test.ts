import { createRpc, getChain, topics } from "@portico/evm";
import type { Hex, Rpc, RpcOptions } from "@portico/evm";
import { startPocket, untilMined } from "@portico/pocket";
import type { Pocket } from "@portico/pocket";
import { numberToHex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ReorgError } from "../reorgError.ts";
import { createSource } from "../source/createSource.ts";
import type { SourceReads } from "../source/createSource.ts";
import type { SourceBlock } from "../source/sourceBlock.ts";
import { UnfitError } from "../source/unfitError.ts";
import { ALL_FAULTS, getFault, QUICK_FAULTS } from "./faults.ts";
import type { FaultKind } from "./faults.ts";
import { startFaultyProxy } from "./faultyProxy.ts";
import type { FaultyProxy } from "./faultyProxy.ts";

const EVENTS: SourceReads = { receipts: false, traces: false };
const FORK_DEPTH = 6;
const BLOCKS = 30n;

let pocket: Pocket;
let forked: Pocket;
let mainUrl: string;
let forkUrl: string;
let head: bigint;
let honest: { full: SourceBlock[]; events: SourceBlock[] };

beforeAll(async () => {
  const options = { chains: ["eth"], seed: 7, size: { people: 4, transactions: 60, days: 2 } } as const;
  [pocket, forked] = await Promise.all([startPocket(options), startPocket(options)]);
  [mainUrl, forkUrl] = [pocket.chains.eth!.rpcUrl, forked.chains.eth!.rpcUrl];
  await Promise.all([mineBlocks(mainUrl, 0), mineBlocks(forkUrl, 1)]);
  head = await connect([mainUrl]).getBlockNumber();
  honest = { full: await fetchAll(connect([mainUrl]), {}), events: await fetchAll(connect([mainUrl]), EVENTS) };
}, 60_000);

afterAll(() => Promise.all([pocket.stop(), forked.stop()]));

const connect = (urls: string[], options: Partial<RpcOptions> = {}): Rpc =>
  createRpc({ chain: getChain("eth"), urls, baseDelayMs: 1, maxDelayMs: 5, attempts: 40, batchSize: 5, ...options });

/** One transfer of `extra` wei in a block of its own, several times: so that two chains differ from here on. */
async function mineBlocks(url: string, extra: number): Promise<void> {
  const rpc = connect([url]);
  for (let block = 0; block < FORK_DEPTH; block++) {
    const [from, to] = [pocket.demoOwner, pocket.people.at(-1)!];
    const value = numberToHex(100 + block + extra);
    const hash = await rpc.request<{ Method: string; Parameters: unknown[]; ReturnType: Hex }>({
      method: "eth_sendTransaction",
      params: [{ from, to, value, gas: "0x100000" }],
    });
    await untilMined(rpc, hash);
  }
}

async function fetchAll(rpc: Rpc, reads: SourceReads): Promise<SourceBlock[]> {
  const source = createSource({ chain: getChain("eth"), rpc, topics: [topics.transfer], maxBlocks: 9, reads });
  await source.probe(head);
  return source.fetchBlocks(head - BLOCKS, head);
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
async function askSmall(rpc: Rpc): Promise<void> {
  for (let ask = 0; ask < 10; ask++) {
    const [latest, balance] = await Promise.all([
      rpc.getBlockNumber(),
      rpc.getBalance({ address: pocket.demoOwner, blockNumber: head }),
    ]);
    expect(latest).toBeLessThanOrEqual(head);
    expect(balance).toBeGreaterThan(0n);
  }
}

test.each(ALL_FAULTS.filter((kind) => kind !== "otherFork"))("'%s' is survived", async (kind) => {
  const fault = getFault(kind);
  const isSlow = fault.scope === "post" && fault.isSlow === true;
  const needsSpare = fault.scope === "entry" && fault.needsSpare === true;
  await withProxy({ rate: isSlow ? 0.08 : needsSpare ? 1 : 0.2, faults: [kind] }, async (proxy) => {
    const urls = needsSpare ? [proxy.url, mainUrl] : [proxy.url];
    const rpc = connect(urls, isSlow ? SLOW : {});
    expect(await fetchAll(rpc, {})).toEqual(honest.full);
    expect(await fetchAll(rpc, EVENTS)).toEqual(honest.events);
    if (!isSlow) await askSmall(rpc);
    expect(proxy.injected[kind]).toBeGreaterThan(0);
    expect(proxy.followed).toBe(0);
  });
});

test("all quick faults together are survived", async () => {
  await withProxy({ rate: 0.1 }, async (proxy) => {
    const rpc = connect([proxy.url]);
    for (let round = 0; round < 4; round++) {
      expect(await fetchAll(rpc, {})).toEqual(honest.full);
      expect(await fetchAll(rpc, EVENTS)).toEqual(honest.events);
    }
    const counts = QUICK_FAULTS.map((kind) => proxy.injected[kind]);
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(QUICK_FAULTS.length / 2);
  });
});

test.each([{}, EVENTS])("blocks of two forks never mix when answers come from both: %j", async (reads) => {
  const other = await fetchAll(connect([forkUrl]), reads);
  const own = reads === EVENTS ? honest.events : honest.full;
  expect(other.at(-1)!.hash).not.toBe(own.at(-1)!.hash);
  await withProxy({ rate: 0.3, faults: ["otherFork"] }, async (proxy) => {
    const rpc = connect([proxy.url]);
    let fetched = 0;
    for (let round = 0; round < 8; round++) {
      const blocks = await fetchAll(rpc, reads).catch((error: unknown) => {
        if (!(error instanceof ReorgError) && !(error instanceof UnfitError)) throw error;
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
