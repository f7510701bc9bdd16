import type { NetCurve } from "@portico/contract";
import { NATIVE_TOKEN, toAmount, type Address } from "@portico/evm";
import { copyBlocks, copyLegs, LegKind, writeBalances, writePricePoints, type Leg } from "@portico/store";
import fc from "fast-check";
import { afterAll, beforeEach, expect, test } from "vitest";
import { ALICE, BOB, ETH_HEAD, HOSTILE, NAMELESS, RECEIPT, USDC, WETH } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const T = ETH_HEAD.timeAt;
const HOUR = 3600;
const DAY = 86_400;
const ETHER = 10n ** 18n;

const requestCurve = (chain: string, more = "") =>
  api.getJson<NetCurve>(`/v1/user/chain_net_curve?id=${ALICE}&chain_id=${chain}${more}`);
const requestValue = async (chain: string) =>
  (await api.getJson<{ usd_value: number }>(`/v1/user/chain_balance?id=${ALICE}&chain_id=${chain}`)).usd_value;
const valueAt = ({ usd_value_list }: NetCurve, timeAt: number) =>
  usd_value_list.findLast(([time]) => time <= timeAt)?.[1];

let legs = 0;
/** A leg of Alice's on eth, this many seconds before the head. */
function legBefore(seconds: number, token: Address, rawAmount: bigint, fields: Partial<Leg> = {}): Leg {
  legs += 1;
  return {
    owner: ALICE,
    blockNumber: ETH_HEAD.blockNumber - BigInt(Math.ceil(seconds / 12)),
    txIndex: 0,
    kind: token === NATIVE_TOKEN ? LegKind.native : LegKind.token,
    index: legs,
    subIndex: 0,
    isInbound: true,
    token,
    counterparty: BOB,
    rawAmount,
    txHash: ETH_HEAD.hash,
    timeAt: T - seconds,
    ...fields,
  };
}

beforeEach(async () => {
  for (const table of ["leg", "block", "price_point"] as const) await api.db.deleteFrom(table).execute();
  await copyBlocks(api.db, "eth", [
    { ...ETH_HEAD, blockNumber: ETH_HEAD.blockNumber - 60_000n, timeAt: T - 720_000 },
    ETH_HEAD,
  ]);
});

const write = (token: Address, ...points: [secondsBefore: number, usd: number][]) =>
  writePricePoints(
    api.db,
    "eth",
    points.map(([seconds, usd]) => ({ token, timeAt: Math.floor((T - seconds) / 300) * 300, usd })),
  );

test("a day has 288 points, five minutes apart, the last of which equals chain_balance", async () => {
  const curve = await requestCurve("eth");
  const list = curve.usd_value_list;
  expect(list.map(([time]) => time)).toEqual(Array.from({ length: 288 }, (_, n) => T - (287 - n) * 300));
  expect([curve.timestamp, curve.usd_value]).toEqual([T, await requestValue("eth")]);
  expect(list.at(-1)).toEqual([T, curve.usd_value]);
});

test("a week has 168 hourly points, and any other number of days is refused", async () => {
  const { usd_value_list: list, timestamp } = await requestCurve("eth", "&days=7");
  expect([list.length, list[0]?.[0], list.at(-1)?.[0], timestamp]).toEqual([168, T - 167 * HOUR, T, T]);
  for (const days of ["2", "-1", "31", "1.5", "x"]) {
    const res = await api.get(`/v1/user/chain_net_curve?id=${ALICE}&chain_id=eth&days=${days}`);
    expect(await readProblem(res)).toMatchObject({ code: "invalid_params", errors: { days: expect.any(String) } });
  }
});

test("a point is the balance at that time, at the price of that time", async () => {
  await write(NATIVE_TOKEN, [9 * DAY, 1000], [6 * HOUR, 2000]);
  await write(USDC, [9 * DAY, 1]);
  await write(WETH, [9 * DAY, 3000]);
  const amount = 240.01488732519655;
  await copyLegs(api.db, "eth", [
    legBefore(12 * HOUR, NATIVE_TOKEN, 40n * ETHER),
    legBefore(3 * HOUR, NATIVE_TOKEN, 2n * ETHER, { isInbound: false }),
    legBefore(3 * HOUR, NATIVE_TOKEN, ETHER, { kind: LegKind.fee, isInbound: false }),
    legBefore(3 * HOUR, USDC, 1_000_000_000n, { isInbound: false }), // more than the current balance
    legBefore(2 * HOUR, WETH, ETHER, { isInbound: false }), // nothing remains
    legBefore(2 * HOUR, USDC, 77n, { kind: LegKind.approval, isInbound: false }),
    legBefore(2 * HOUR, WETH, 77n, { kind: LegKind.nft, tokenId: 1n }),
    legBefore(3 * DAY, NATIVE_TOKEN, 100n * ETHER),
  ]);
  const curve = await requestCurve("eth");
  const near = (seconds: number, expected: number) => expect(valueAt(curve, T - seconds)).toBeCloseTo(expected, 6);
  near(13 * HOUR, (amount - 37) * 1000 + 1250.5 + 3000);
  near(12 * HOUR, (amount + 3) * 1000 + 1250.5 + 3000);
  near(4 * HOUR, (amount + 3) * 2000 + 1250.5 + 3000);
  near(3 * HOUR, amount * 2000 + 250.5 + 3000);
  near(HOUR, amount * 2000 + 250.5);
  near(0, amount * 3000 + 250.5);
  const week = await requestCurve("eth", "&days=7");
  expect(valueAt(week, T - 4 * DAY)).toBeCloseTo((amount - 137) * 1000 + 1250.5 + 3000, 6);
});

const TOKENS = [NATIVE_TOKEN, USDC, WETH];
const DECIMALS = [18, 6, 18];
const scenarios = fc.record({
  transactions: fc.array(
    fc.record({
      seconds: fc.integer({ min: 1, max: 30 * HOUR }),
      token: fc.nat({ max: 2 }),
      part: fc.integer({ min: -100, max: 100 }), // percentages of the balance are sent, whole tokens are received
    }),
    { maxLength: 30 },
  ),
  points: fc.array(
    fc.record({
      seconds: fc.integer({ min: 1, max: 30 * HOUR }),
      token: fc.nat({ max: 2 }),
      usd: fc.double({ min: 0.01, max: 1e5, noNaN: true }),
    }),
    { maxLength: 20 },
  ),
});

test("for any history, a curve has the balance at each time, counted forward from zero", async () => {
  await fc.assert(
    fc.asyncProperty(scenarios, async ({ transactions, points }) => {
      for (const table of ["leg", "price_point"] as const) await api.db.deleteFrom(table).execute();
      const held = [0n, 0n, 0n];
      const events: { timeAt: number; token: number; raw?: bigint; usd?: number }[] = [];
      for (const { seconds, token, part } of transactions.toSorted((a, b) => b.seconds - a.seconds)) {
        const change = part > 0 ? BigInt(part) * 10n ** BigInt(DECIMALS[token]!) : (held[token]! * BigInt(part)) / 100n;
        held[token]! += change;
        events.push({ timeAt: T - seconds, token, raw: held[token]! });
        const [isInbound, rawAmount] = change > 0n ? [true, change] : [false, -change];
        await copyLegs(api.db, "eth", [legBefore(seconds, TOKENS[token]!, rawAmount, { owner: BOB, isInbound })]);
      }
      const marks = new Map(points.map((one) => [`${one.token} ${Math.floor((T - one.seconds) / 300)}`, one]));
      for (const { seconds, token, usd } of marks.values()) {
        await write(TOKENS[token]!, [seconds, usd]);
        events.push({ timeAt: Math.floor((T - seconds) / 300) * 300, token, usd });
      }
      await writeBalances(
        api.db,
        "eth",
        ETH_HEAD.blockNumber,
        TOKENS.map((token, n) => ({ owner: BOB, token, rawAmount: held[n]! })),
      );
      const curve = await api.getJson<NetCurve>(`/v1/user/chain_net_curve?id=${BOB}&chain_id=eth`);
      for (const [timeAt, value] of curve.usd_value_list.slice(0, -1)) {
        const state = TOKENS.map(() => ({ raw: 0n, usd: 0 }));
        for (const { token, raw, usd, timeAt: at } of events.toSorted((a, b) => a.timeAt - b.timeAt)) {
          if (at <= timeAt) state[token] = { raw: raw ?? state[token]!.raw, usd: usd ?? state[token]!.usd };
        }
        const expected = state.reduce((sum, { raw, usd }, n) => sum + toAmount(raw, DECIMALS[n]!) * usd, 0);
        expect(Math.abs(value - expected)).toBeLessThanOrEqual(1e-9 * expected);
      }
    }),
    { numRuns: 15 },
  );
});

test("tokens that never have a price, and protocol receipts, never change a curve", async () => {
  const before = await requestCurve("eth");
  await write(RECEIPT, [9 * DAY, 1]);
  await copyLegs(api.db, "eth", [
    legBefore(HOUR, RECEIPT, 5n),
    legBefore(HOUR, HOSTILE, 2n ** 255n),
    legBefore(HOUR, NAMELESS, 7n),
  ]);
  expect(await requestCurve("eth")).toEqual(before);
});

test("a chain that can't respond is an error", async () => {
  const codes = [];
  for (const chain of ["arb", "bsc", "mars"]) {
    codes.push((await readProblem(await api.get(`/v1/user/chain_net_curve?id=${ALICE}&chain_id=${chain}`))).code);
  }
  expect(codes).toEqual(["upstream_error", "invalid_chain", "invalid_chain"]);
});
