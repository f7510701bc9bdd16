import type { Address } from "@portico/evm";
import { writeBalances } from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALICE, ETH_HEAD, NAMELESS, USDC, WETH } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const holder = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const UNDESCRIBED: Address = "0x0000000000000000000000000000000000000bee";

beforeAll(async () => {
  const held = (n: number, rawAmount: bigint, token = USDC) => ({ owner: holder(n), token, rawAmount });
  const equal = 2n ** 80n; // equal as doubles, but different
  await writeBalances(api.db, "eth", ETH_HEAD.blockNumber, [
    held(3, equal),
    held(2, equal + 1n),
    held(9, 7n),
    held(8, 7n),
    held(1, 0n),
    held(5, 12n, UNDESCRIBED),
  ]);
});

const request = async (query: string) => (await api.get(`/v1/token/top_holders?chain_id=eth&${query}`)).json();

test("the largest holders come first by the exact amount, equal ones by address, without zero balances", async () => {
  const all = [
    [holder(2), 2 ** 80 / 1e6],
    [holder(3), 2 ** 80 / 1e6],
    [ALICE, 250.5],
    [holder(8), 0.000007],
    [holder(9), 0.000007],
  ];
  expect(await request(`id=${USDC}`)).toEqual(all);
  expect(await request(`id=${USDC.toUpperCase().replace("0X", "0x")}&start=1&limit=2`)).toEqual(all.slice(1, 3));
  expect(await request(`id=${USDC}&start=10000`)).toEqual([]);
});

test("the native coin has holders by its id, and a token without holders has none", async () => {
  expect(await request("id=eth")).toEqual([[ALICE, 240.01488732519655]]);
  expect(await request(`id=${WETH}`)).toEqual([]);
  expect(await request(`id=${NAMELESS}`)).toEqual([[ALICE, 7]]);
});

test("a held token without metadata counts in base units", async () => {
  expect(await request(`id=${UNDESCRIBED}`)).toEqual([[holder(5), 12]]);
});

test.each([
  [`chain_id=eth&id=${holder(0xdead)}`, 400, "token_not_found"],
  ["chain_id=eth&id=USDC", 400, "invalid_address"],
  [`chain_id=eth&id=${USDC}&start=10001`, 400, "invalid_params"],
  [`chain_id=eth&id=${USDC}&limit=101`, 400, "invalid_params"],
  [`chain_id=nowhere&id=${USDC}`, 400, "invalid_chain"],
  [`chain_id=bsc&id=${USDC}`, 400, "invalid_chain"],
  [`chain_id=arb&id=${USDC}`, 503, "upstream_error"],
])("%s is %i %s", async (query, status, code) => {
  const res = await api.get(`/v1/token/top_holders?${query}`);
  expect([res.status, (await readProblem(res)).code]).toEqual([status, code]);
});

test("the header has the block", async () => {
  const res = await api.get(`/v1/token/top_holders?chain_id=eth&id=${USDC}`);
  expect(res.headers.get("portico-chains")).toBe("eth;block=19000000;time=1763700000;since=18992800");
});
