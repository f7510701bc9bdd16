import type { NetCurve, UserTotalBalance } from "@portico/contract";
import { NATIVE_TOKEN, type Address } from "@portico/evm";
import { copyBlocks, writePricePoints } from "@portico/store";
import { afterAll, expect, test } from "vitest";
import { ALICE, BASE_HEAD, ETH_HEAD } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const T = ETH_HEAD.timeAt;
const HOUR = 3600;
const DAY = 86_400;

const requestCurve = (chain: string) => api.getJson<NetCurve>(`/v1/user/chain_net_curve?id=${ALICE}&chain_id=${chain}`);
const requestTotal = (more = "") => api.getJson<NetCurve>(`/v1/user/total_net_curve?id=${ALICE}${more}`);

const write = (token: Address, ...points: [secondsBefore: number, usd: number][]) =>
  writePricePoints(
    api.db,
    "eth",
    points.map(([seconds, usd]) => ({ token, timeAt: Math.floor((T - seconds) / 300) * 300, usd })),
  );

const setTime = (timeAt: number) =>
  api.db.updateTable("chain_state").set({ balances_time: timeAt }).where("chain", "=", "eth").execute();

test("a total is the sum of its chains, and a chain with an older block keeps its newest value", async () => {
  await copyBlocks(api.db, "eth", [
    { ...ETH_HEAD, blockNumber: ETH_HEAD.blockNumber - 60_000n, timeAt: T - 720_000 },
    ETH_HEAD,
  ]);
  await write(NATIVE_TOKEN, [9 * DAY, 1000], [HOUR, 2000]);
  const [eth, base, total] = [await requestCurve("eth"), await requestCurve("base"), await requestTotal()];
  const { total_usd_value } = await api.getJson<UserTotalBalance>(`/v1/user/total_balance?id=${ALICE}`);
  expect([total.timestamp, total.usd_value]).toEqual([BASE_HEAD.timeAt, total_usd_value]);
  expect(total.usd_value_list.at(-1)).toEqual([BASE_HEAD.timeAt, eth.usd_value + base.usd_value]);
  expect(total.usd_value_list.at(-2)?.[1]).toBeCloseTo((eth.usd_value_list.at(-1)?.[1] ?? 0) * (2 / 3), -3);
  expect((await requestTotal("&chain_ids=base")).usd_value_list).toEqual(base.usd_value_list);
  expect(base.usd_value).toBe(5);
  await setTime(T - 2 * HOUR);
  const late = await requestTotal();
  await setTime(T);
  const newest = eth.usd_value + base.usd_value;
  expect(late.usd_value_list.filter(([time]) => time >= T - 2 * HOUR).map(([, value]) => value)).toEqual(
    Array.from({ length: 25 }, (_, n) => (n === 24 ? newest : eth.usd_value)),
  );
});

test("a week has 168 hourly points, and any other number of days is refused", async () => {
  const { usd_value_list: list, timestamp } = await requestTotal("&days=7");
  expect([list.length, list[0]?.[0], timestamp]).toEqual([168, BASE_HEAD.timeAt - 167 * HOUR, BASE_HEAD.timeAt]);
  for (const days of ["0", "2", "30", "1.5", "x"]) {
    const res = await api.get(`/v1/user/total_net_curve?id=${ALICE}&days=${days}`);
    expect(await readProblem(res)).toMatchObject({ code: "invalid_params", errors: { days: expect.any(String) } });
  }
});

test("chains that can't respond are named and left out; if none is served there is no curve", async () => {
  const res = await api.get(`/v1/user/total_net_curve?id=${ALICE}&chain_ids=bsc`);
  expect(await res.json()).toEqual({ timestamp: 0, usd_value: 0, usd_value_list: [], positions_since: null });
  expect(res.headers.get("portico-chains")).toBe("bsc;unserved");
  const partial = await api.get(`/v1/user/total_net_curve?id=${ALICE}&chain_ids=arb,bsc,base`);
  expect(partial.headers.get("portico-chains")).toMatch(/^base;.*, arb;syncing, bsc;unserved$/);
});
