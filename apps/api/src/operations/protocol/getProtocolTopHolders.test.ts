import type { Address } from "@portico/evm";
import { replacePools, writeBalances, type PoolReceipt, type PoolRow } from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALICE, BOB, CAROL, ETH_HEAD } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const [PAIR, OTHER_PAIR]: Address[] = [`0x${"a1".repeat(20)}`, `0x${"a2".repeat(20)}`];
const ZERO: Address = `0x${"00".repeat(20)}`;
const at = { blockNumber: ETH_HEAD.blockNumber - 20n, timeAt: ETH_HEAD.timeAt - 240 };
const pool = (poolId: Address, receipt: PoolReceipt | null): PoolRow => ({
  ...at,
  chain: "eth",
  poolId,
  protocolId: "uniswap2",
  name: "Liquidity Pool",
  contracts: [poolId],
  amounts: [],
  depositUsd: 1_000,
  receipt,
  userCount: null,
  valuableUserCount: null,
});

beforeAll(async () => {
  await replacePools(api.db, "eth", "uniswap2", {
    ...at,
    tvlUsd: null,
    pools: [
      pool(PAIR!, { token: PAIR!, rawShares: 1_000n, usd: 4_000 }),
      pool(OTHER_PAIR!, { token: OTHER_PAIR!, rawShares: 10n ** 20n, usd: 500 }),
      pool(`0x${"a3".repeat(20)}`, null),
    ],
  });
  await writeBalances(api.db, "eth", ETH_HEAD.blockNumber, [
    { owner: ALICE, token: PAIR!, rawAmount: 100n },
    { owner: ALICE, token: OTHER_PAIR!, rawAmount: 10n ** 20n / 2n },
    { owner: CAROL, token: PAIR!, rawAmount: 125n },
    { owner: BOB, token: PAIR!, rawAmount: 125n },
    { owner: ZERO, token: PAIR!, rawAmount: 650n },
  ]);
});

const request = async (query: string) => (await api.get(`/v1/protocol/top_holders?${query}`)).json();

test("depositors are ordered by the value of what they hold in all pools, equal ones by address", async () => {
  const all = [
    [ALICE, 650],
    [BOB, 500],
    [CAROL, 500],
  ];
  expect(await request("id=uniswap2")).toEqual(all);
  expect(await request("id=uniswap2&start=1&limit=1")).toEqual(all.slice(1, 2));
  expect(await request("id=uniswap2&start=10000")).toEqual([]);
});

test("a protocol whose pools have no receipts, or were not read, has none", async () => {
  expect(await request("id=uniswap3")).toEqual([]);
  expect(await request("id=base_aave3")).toEqual([]);
});

test("the header has the block that the pools were read at", async () => {
  const { headers } = await api.get("/v1/protocol/top_holders?id=uniswap2");
  expect(headers.get("portico-chains")).toBe(`eth;block=${at.blockNumber};time=${at.timeAt};since=18992800`);
  const without = (await api.get("/v1/protocol/top_holders?id=uniswap3")).headers;
  expect(without.get("portico-chains")).toBe("eth;block=19000000;time=1763700000;since=18992800");
});

test.each([
  ["id=aave9", 400, "protocol_not_found"],
  ["id=uniswap2&start=10001", 400, "invalid_params"],
  ["id=uniswap2&limit=101", 400, "invalid_params"],
  ["id=bsc_uniswap3", 400, "invalid_chain"],
  ["id=arb_aave3", 503, "upstream_error"],
])("%s is %i %s", async (query, status, code) => {
  const res = await api.get(`/v1/protocol/top_holders?${query}`);
  expect([res.status, (await readProblem(res)).code]).toEqual([status, code]);
});

test("on a chain that is indexed for requested owners only, depositors are unknown", async () => {
  await api.db.updateTable("chain_state").set({ index_mode: "owners" }).where("chain", "=", "base").execute();
  const problem = await readProblem(await api.get("/v1/protocol/top_holders?id=base_aave3&limit=7"));
  expect(problem).toMatchObject({
    status: 503,
    code: "upstream_error",
    message: "The depositors of this protocol are unknown, because only requested owners are indexed on 'base'",
  });
});
