import type { NetCurve, UserUsdValue } from "@portico/contract";
import { NATIVE_TOKEN, type Address } from "@portico/evm";
import { writePositions } from "@portico/protocols";
import {
  copyBlocks,
  unknownToken,
  upsertTokens,
  writeBalances,
  writePositionReads,
  writePricePoints,
} from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stateKeyOf } from "../../data/positions/stateKeyOf.ts";
import { BOB, CAROL, ETH_HEAD, ETH_START, USDC } from "../../testing/fillStore.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const T = ETH_HEAD.timeAt;
const HOUR = 3600;
const ETHER = 10n ** 18n;
const PROTOCOL = "uniswap2";
const RECEIPT: Address = `0x${"e1".repeat(20)}`;

const blockBefore = (seconds: number) =>
  seconds === 0
    ? ETH_HEAD
    : { ...ETH_HEAD, blockNumber: ETH_HEAD.blockNumber - BigInt(seconds) / 12n, timeAt: T - seconds };

/** Stores a position of an owner this many seconds before the newest block: some ether, minus a debt in USDC. */
async function hadBefore(owner: Address, seconds: number, ether: bigint, debt: bigint): Promise<void> {
  const { blockNumber, hash: blockHash, timeAt } = blockBefore(seconds);
  const supplies = ether > 0n ? [{ token: NATIVE_TOKEN, rawAmount: ether }] : [];
  const borrows = debt > 0n ? [{ token: USDC, rawAmount: debt }] : [];
  const detail = { type: "lending" as const, supplies, borrows, healthRate: null };
  const positions = ether > 0n ? [{ name: "Lending" as const, detail, pool: { controller: RECEIPT } }] : [];
  const amounts = { ...(ether > 0n && { [NATIVE_TOKEN]: String(ether) }), ...(debt > 0n && { [USDC]: String(-debt) }) };
  const stateKey = stateKeyOf({ receipts: [RECEIPT], nfts: new Map(), interactions: [], interactionsFrom: ETH_START });
  const text = writePositions({ positions, accounts: [] }, stateKey);
  await writePositionReads(api.db, [
    { owner, chain: "eth", protocolId: PROTOCOL, blockNumber, blockHash, timeAt, text, amounts },
  ]);
}

beforeAll(async () => {
  await copyBlocks(api.db, "eth", [10 * 24 * HOUR, 20 * HOUR, 10 * HOUR, 2 * HOUR, 0].map(blockBefore));
  await upsertTokens(api.db, [{ ...unknownToken("eth", RECEIPT), decimals: 18, protocolId: PROTOCOL }]);
  await api.api.tokens.reload();
  const mark = (seconds: number) => Math.floor((T - seconds) / 300) * 300;
  await writePricePoints(api.db, "eth", [
    { token: NATIVE_TOKEN, timeAt: mark(9 * 24 * HOUR), usd: 1000 },
    { token: NATIVE_TOKEN, timeAt: mark(5 * HOUR), usd: 2000 },
    { token: USDC, timeAt: mark(9 * 24 * HOUR), usd: 1 },
  ]);
});

async function request<T>(target: string): Promise<T> {
  const res = await api.get(target);
  const text = await res.text();
  expect({ status: res.status, text }).toMatchObject({ status: 200 });
  return JSON.parse(text) as T;
}
const requestCurve = (owner: Address) => request<NetCurve>(`/v1/user/chain_net_curve?chain_id=eth&id=${owner}`);
const valueAt = ({ usd_value_list }: NetCurve, timeAt: number) =>
  usd_value_list.findLast(([time]) => time <= timeAt)?.[1];

test("a curve has the positions read at each time, minus debts, and states since when they are known", async () => {
  await hadBefore(BOB, 20 * HOUR, 3n * ETHER, 500_000_000n);
  await hadBefore(BOB, 10 * HOUR, ETHER, 2_000_000_000n);
  await hadBefore(BOB, 0, 2n * ETHER, 0n);
  await writeBalances(api.db, "eth", ETH_HEAD.blockNumber, [{ owner: BOB, token: RECEIPT, rawAmount: 1n }]);
  const curve = await requestCurve(BOB);
  const at = [23, 19, 11, 9, 6, 4, 1].map((hours) => valueAt(curve, T - hours * HOUR));
  expect(at).toEqual([0, 2500, 2500, -1000, -1000, 0, 0]);
  const since = T - 20 * HOUR;
  expect(curve.positions_since).toBe(since - (since % 300));
  const { usd_value } = await request<UserUsdValue>(`/v1/user/chain_balance?chain_id=eth&id=${BOB}`);
  expect([curve.usd_value, usd_value]).toEqual([6000, 6000]);
});

test("a week's curve begins with the positions read before it", async () => {
  const week = await request<NetCurve>(`/v1/user/total_net_curve?days=7&id=${BOB}`);
  expect([valueAt(week, T - 15 * HOUR), valueAt(week, T - 3 * HOUR)]).toEqual([2500, 0]);
});

test("an owner who left a protocol has nothing of it in the curve from then on", async () => {
  await hadBefore(CAROL, 10 * 24 * HOUR, ETHER, 0n);
  await hadBefore(CAROL, 2 * HOUR, 0n, 0n);
  const curve = await requestCurve(CAROL);
  expect([valueAt(curve, T - 23 * HOUR), valueAt(curve, T - 3 * HOUR), valueAt(curve, T - HOUR)]).toEqual([
    1000, 2000, 0,
  ]);
  expect(curve.usd_value).toBe(0);
});

test("without positions, positions_since is null", async () => {
  const nobody = await request<NetCurve>(`/v1/user/total_net_curve?chain_ids=base&id=${CAROL}`);
  expect(nobody.positions_since).toBe(null);
});
