import type { ChainStatus } from "@portico/contract";
import { takeLease, writeChainStatus } from "@portico/store";
import type { ChainWorkStatus, WorkPhase } from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ETH_HEAD } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const STATUS: ChainWorkStatus = {
  phase: "head",
  headBlock: ETH_HEAD.blockNumber + 3n,
  headTime: ETH_HEAD.timeAt + 36,
  blocksPerSecond: 0.5,
  transfersPerSecond: 12,
  etaSeconds: undefined,
  hasReceipts: true,
  hasTraces: false,
  lastError: undefined,
  lastErrorAt: undefined,
};

async function setStatus(chain: string, phase: WorkPhase, status: Partial<ChainWorkStatus> = {}): Promise<void> {
  const lease = await takeLease(api.db, { name: chain, holder: "one", ttlMs: 60_000 });
  await writeChainStatus(api.db, lease!, { ...STATUS, ...status, phase });
}

beforeAll(async () => {
  await setStatus("eth", "head");
  await setStatus("base", "backfill");
  const lastErrorAt = new Date("2025-11-21T00:00:00Z");
  const nothing = { headBlock: undefined, headTime: undefined, hasReceipts: undefined, hasTraces: undefined };
  await setStatus("op", "failed", { ...nothing, lastError: "node.example could not be reached", lastErrorAt });
  const old = new Date(Date.now() - 20_000);
  await api.db.updateTable("chain_status").set({ updated_at: old }).where("chain", "=", "base").execute();
});

const request = async (target: string): Promise<ChainStatus[]> =>
  (await (await api.get(target)).json()) as ChainStatus[];

test("every chain that is or was indexed is listed with its sync status, by its own time", async () => {
  const list = await request("/v1/chain/status");
  expect(list.map(({ id }) => id)).toEqual(["op", "eth", "base"]);
  expect(list[1]).toEqual({
    id: "eth",
    phase: "head",
    block: Number(ETH_HEAD.blockNumber),
    block_time: ETH_HEAD.timeAt,
    head_block: Number(ETH_HEAD.blockNumber) + 3,
    head_time: ETH_HEAD.timeAt + 36,
    lag_blocks: 3,
    lag_seconds: 36,
    since: 18_992_800,
    blocks_per_second: 0.5,
    transfers_per_second: 12,
    eta_seconds: null,
    has_receipts: true,
    has_traces: false,
    price_history_since: null,
    price_history_goal: null,
    last_error: null,
    last_error_at: null,
    updated_at: expect.any(Number) as number,
  });
});

test("a chain without reports is stalled, regardless of its last phase", async () => {
  expect(await request("/v1/chain/status?chain_ids=base")).toMatchObject([{ id: "base", phase: "stalled" }]);
});

test("a chain that failed before anything was stored has its error, and null for the rest", async () => {
  expect(await request("/v1/chain/status?chain_ids=op")).toMatchObject([
    {
      phase: "failed",
      block: null,
      head_block: null,
      lag_blocks: null,
      lag_seconds: null,
      since: null,
      has_traces: null,
      last_error: "node.example could not be reached",
      last_error_at: 1_763_683_200,
    },
  ]);
});

test("chain_ids filters, chains never indexed are omitted, and unknown ones are rejected", async () => {
  const ids = async (target: string) => (await request(target)).map(({ id }) => id);
  expect(await ids("/v1/chain/status?chain_ids=eth,bsc,eth")).toEqual(["eth"]);
  expect(await ids("/v1/chain/status?chain_ids=bsc")).toEqual([]);
  expect(await readProblem(await api.get("/v1/chain/status?chain_ids=nope"))).toMatchObject({ code: "invalid_chain" });
});

test("it requires a key, like every data operation, and its header lists the served chains", async () => {
  const res = await fetch(`${api.url}/v1/chain/status`);
  expect(await readProblem(res)).toMatchObject({ status: 401, code: "access_key_missing" });
  const { headers } = await api.get("/v1/chain/status?chain_ids=eth,bsc");
  expect(headers.get("portico-chains")).toMatch(/^eth;block=19000000;time=1763700000.*, bsc;unserved$/);
});
