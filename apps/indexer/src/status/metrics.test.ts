import { once } from "node:events";
import { createServer } from "node:http";
import { createRpc, getChain } from "@portico/evm";
import type { RpcEvent } from "@portico/evm";
import { expect, test } from "vitest";
import { combineMeters, createMetrics } from "./metrics.ts";
import { createProgressMeter } from "./progress.ts";

const block = (blockNumber: bigint, timeAt = 1_700_000_000) => ({ blockNumber, hash: "0x00", timeAt }) as const;
const range = (blocks: number) => ({
  blocks: Array(blocks).fill(0),
  transactions: { count: blocks * 2 },
  transferCount: blocks * 3,
});

function createEth(wallClock = () => 0) {
  const metrics = createMetrics({ withProcess: false });
  const meter = combineMeters([createProgressMeter("eth", metrics.show), metrics.createMeter("eth", wallClock)]);
  return { metrics, meter, read: () => metrics.registry.metrics() };
}

test("stored items are counted, and the distance from the head is exported", async () => {
  const { meter, read } = createEth();
  meter.noteCoverage({ receipts: true, traces: false });
  meter.begin(0n, block(1_000n, 1_700_012_000));
  meter.advanceLogs(block(400n, 1_700_004_800), range(5));
  meter.noteReorg(3);
  meter.noteWrite(20);
  const text = await read();
  for (const line of [
    'portico_chain_block{chain="eth"} 400',
    'portico_chain_head_block{chain="eth"} 1000',
    'portico_chain_lag_blocks{chain="eth"} 600',
    'portico_chain_lag_seconds{chain="eth"} 7200',
    'portico_chain_has_receipts{chain="eth"} 1',
    'portico_chain_has_traces{chain="eth"} 0',
    'portico_chain_phase{chain="eth",phase="backfill"} 1',
    'portico_chain_phase{chain="eth",phase="head"} 0',
    'portico_blocks_total{chain="eth"} 5',
    'portico_transactions_total{chain="eth"} 10',
    'portico_transfers_total{chain="eth"} 15',
    'portico_reorgs_total{chain="eth"} 1',
    'portico_reorg_depth_blocks_bucket{le="2",chain="eth"} 0',
    'portico_reorg_depth_blocks_bucket{le="4",chain="eth"} 1',
    'portico_write_seconds_sum{chain="eth"} 0.02',
  ]) {
    expect(text.split("\n")).toContain(line);
  }
});

test("visibility latency counts from the block's own time, and only for blocks that arrived while the head was followed", async () => {
  const { meter, read } = createEth(() => 1_700_000_003_000);
  meter.begin(0n, block(10n, 1_600_000_000));
  meter.setAtHead();
  meter.begin(10n, block(11n, 1_700_000_000));
  meter.setAtHead();
  meter.setAtHead();
  const lines = (await read()).split("\n");
  expect(lines).toContain('portico_head_latency_seconds_count{chain="eth"} 1');
  expect(lines).toContain('portico_head_latency_seconds_sum{chain="eth"} 3');
});

test("for a chain that another process holds only that is exported", async () => {
  const { meter, read } = createEth();
  meter.begin(0n, block(10n));
  meter.setAtHead();
  meter.wait();
  const text = await read();
  expect(text).not.toContain("portico_chain_block{");
  expect(text).not.toContain("portico_chain_lag_seconds{");
  expect(text).toContain('portico_chain_phase{chain="eth",phase="waiting"} 1');
  expect(text).toContain('portico_chain_phase{chain="eth",phase="head"} 0');
});

test("K09 calls to an RPC are counted by its host; labels never hold errors", async () => {
  const { metrics, meter, read } = createEth();
  metrics.countRpc("eth", { kind: "request", host: "a.example", detail: "eth_call" });
  metrics.countRpc("eth", { kind: "retry", host: "a.example", detail: "eth_call" });
  metrics.countRpc("eth", { kind: "error", host: "a.example", detail: "timeout" });
  meter.fail("secret");
  const text = await read();
  expect(text).toContain('portico_rpc_requests_total{chain="eth",host="a.example",method="eth_call"} 1');
  expect(text).toContain('portico_rpc_retries_total{chain="eth",host="a.example",method="eth_call"} 1');
  expect(text).toContain('portico_rpc_errors_total{chain="eth",host="a.example",kind="timeout"} 1');
  expect(text).toContain('portico_failures_total{chain="eth"} 1');
  expect(text).not.toContain("secret");
});

test("RPC calls and failures are counted as they happen", async () => {
  const { metrics, read } = createEth();
  const server = createServer((_, response) => response.writeHead(500).end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const onCall = (event: RpcEvent) => metrics.countRpc("eth", event);
  const rpc = createRpc({
    chain: getChain("eth"),
    urls: [`http://${host}/key`],
    baseDelayMs: 1,
    maxDelayMs: 1,
    onCall,
  });
  await expect(rpc.getBlockNumber()).rejects.toThrow("HTTP status 500");
  server.close();
  const text = await read();
  expect(text).toContain(`portico_rpc_errors_total{chain="eth",host="${host}",kind="http"} 8`);
  expect(text).toContain(`portico_rpc_retries_total{chain="eth",host="${host}",method="eth_blockNumber"} 7`);
  expect(text).not.toContain("key");
});
