import type { NetCurve, UserTotalBalance } from "@portico/contract";
import { NATIVE_TOKEN, type Address } from "@portico/evm";
import { copyBlocks, copyLegs, LegKind, writePricePoints, type Leg } from "@portico/store";
import { afterAll, expect, test } from "vitest";
import { ALICE, BASE_HEAD, BOB, ETH_HEAD, NAMELESS, USDC, WETH } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const T = ETH_HEAD.timeAt;
const HOUR = 3600;
const DAY = 86_400;

/** Ether from Bob. */
const LEG: Omit<Leg, "blockNumber" | "index" | "rawAmount" | "timeAt"> = {
  owner: ALICE,
  txIndex: 0,
  kind: LegKind.native,
  subIndex: 0,
  isInbound: true,
  token: NATIVE_TOKEN,
  counterparty: BOB,
  txHash: ETH_HEAD.hash,
};

const requestCurve = (chain: string, more = "") =>
  api.getJson<NetCurve>(`/v1/user/chain_net_curve?id=${ALICE}&chain_id=${chain}${more}`);
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
  for (const days of ["2", "-1", "31", "1.5", "x"]) {
    const res = await api.get(`/v1/user/total_net_curve?id=${ALICE}&days=${days}`);
    expect(await readProblem(res)).toMatchObject({ code: "invalid_params", errors: { days: expect.any(String) } });
  }
});

test("a month, a year and all that is known begin where the index does, and say what moved and what prices did", async () => {
  const first = T - 8 * DAY;
  await api.db.updateTable("chain_state").set({ start_block: 18_940_000n }).where("chain", "=", "eth").execute();
  await write(USDC, [20 * DAY, 1]);
  await write(WETH, [20 * DAY, 3000]);
  await write(NATIVE_TOKEN, [20 * DAY, 1000], [HOUR, 2000]);
  await copyLegs(api.db, "eth", [
    { ...LEG, index: 1, rawAmount: 10n ** 18n, timeAt: T - 2 * DAY, blockNumber: ETH_HEAD.blockNumber - 14_400n },
    {
      ...LEG,
      index: 2,
      rawAmount: 2n * 10n ** 18n,
      timeAt: T - 4 * DAY,
      isInbound: false,
      blockNumber: ETH_HEAD.blockNumber - 28_800n,
    },
    {
      ...LEG,
      index: 3,
      kind: LegKind.token,
      token: NAMELESS,
      rawAmount: 5n,
      timeAt: T - 4 * DAY,
      blockNumber: ETH_HEAD.blockNumber - 28_800n,
    },
  ]);
  const month = await requestCurve("eth", "&days=30");
  expect(month.known_since).toBe(T - 720_000);
  expect(month.usd_value_list.map(([time]) => time)).toEqual(
    Array.from({ length: 51 }, (_, n) => T - (50 - n) * 4 * HOUR).filter((time) => time >= T - 720_000),
  );
  const [[, start] = [0, 0]] = month.usd_value_list;
  expect(month.change).toMatchObject({
    since: T - 50 * 4 * HOUR,
    usd_value: month.usd_value - start,
    inflow_usd_value: -1000,
    position_usd_value: 0,
    move_count: 2,
    unpriced_move_count: 0,
  });
  expect(month.change!.gain_usd_value).toBeCloseTo(month.usd_value - start + 1000, 6);
  const year = await requestCurve("eth", "&days=365");
  expect(year.usd_value_list.map(([time]) => time)).toEqual(Array.from({ length: 9 }, (_, n) => first + n * DAY));
  const all = await requestCurve("eth", "&days=0");
  expect([all.usd_value_list[0]?.[0], all.usd_value_list.at(-1)]).toEqual([expect.any(Number), [T, all.usd_value]]);
  expect(all.usd_value_list[0]![0]).toBeLessThanOrEqual(T - 4 * DAY);
  expect(all.usd_value_list.length).toBeLessThanOrEqual(367);
  const day = await requestCurve("eth");
  expect(day.usd_value_list).toHaveLength(288);
  expect((await requestTotal("&days=30")).known_since).toBe(T - 720_000);
});

test("chains that can't respond are named and left out; if none is served there is no curve", async () => {
  const res = await api.get(`/v1/user/total_net_curve?id=${ALICE}&chain_ids=bsc`);
  expect(await res.json()).toEqual({
    timestamp: 0,
    usd_value: 0,
    usd_value_list: [],
    positions_since: null,
    known_since: null,
    change: null,
  });
  expect(res.headers.get("portico-chains")).toBe("bsc;unserved");
  const partial = await api.get(`/v1/user/total_net_curve?id=${ALICE}&chain_ids=arb,bsc,base`);
  expect(partial.headers.get("portico-chains")).toMatch(/^base;.*, arb;syncing, bsc;unserved$/);
});
