import type { NetCurve, UserHistory, UserToken, UserTotalBalance } from "@portico/contract";
import { advanceChain, copyBlocks, writeBalances, writePricePoints } from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALICE, BASE_HEAD, BASE_USDC, BOB, ETH_HEAD, ETH_START, USDC } from "../../testing/fillStore.ts";
import { hashOf, storeTransactions } from "../../testing/history.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi({ answerBytes: 1024 * 1024 });
afterAll(() => api.stop());

const hash = `0x${"ab".repeat(32)}` as const;
const [BOUGHT, SPENT] = [6_999_000n, 6_999_500n];
const timeOf = (block: bigint) => BASE_HEAD.timeAt - Number(BASE_HEAD.blockNumber - block) * 2;
const LIST = `/v1/user/token_list?id=${ALICE}&chain_id=base`;

/** Alice bought 9 USDC and spent 4 of them, at a price that rose afterwards. */
beforeAll(async () => {
  const leg = { token: BASE_USDC, counterparty: BOB };
  await storeTransactions(api.db, [
    {
      chain: "base",
      blockNumber: BOUGHT,
      timeAt: timeOf(BOUGHT),
      legs: [{ ...leg, isInbound: true, rawAmount: 9_000_000n }],
    },
    { chain: "base", blockNumber: SPENT, timeAt: timeOf(SPENT), legs: [{ ...leg, rawAmount: 4_000_000n }] },
  ]);
  const others = [0n, BOUGHT - 1n];
  await copyBlocks(api.db, "base", [
    ...others.map((blockNumber) => ({ blockNumber, hash, timeAt: timeOf(blockNumber) })),
    { blockNumber: SPENT - 1n, hash, timeAt: timeOf(SPENT) }, // in the same second as the next block
    BASE_HEAD,
  ]);
  await copyBlocks(api.db, "eth", [
    ETH_HEAD,
    { ...ETH_HEAD, blockNumber: ETH_START, timeAt: ETH_HEAD.timeAt - 86_400 },
  ]);
  const mark = Math.floor(timeOf(BOUGHT) / 300) * 300;
  await writePricePoints(api.db, "base", [
    { token: BASE_USDC, timeAt: mark, usd: 0.5 },
    { token: BASE_USDC, timeAt: mark - 86_400, usd: 0.25 },
  ]);
});

const problemOf = async (target: string) => {
  const { status, code, errors, message } = await readProblem(await api.get(target));
  return { status, code, ...(errors && { errors }), message };
};

test("a token list as of a block or a time has the balances and prices of that time, and names the block", async () => {
  const after = await api.getJson<UserToken[]>(`${LIST}&block=${SPENT - 1n}`);
  expect(after).toMatchObject([{ id: BASE_USDC, amount: 9, price: 0.5, usd_value: 4.5, price_24h_change: 1 }]);
  expect(await api.getJson<UserToken[]>(`${LIST}&time_at=${timeOf(SPENT) - 1}`)).toEqual(after);
  expect(await api.getJson<UserToken[]>(`${LIST}&block=${BOUGHT - 1n}`)).toEqual([]);
  expect(await api.getJson<UserToken[]>(`${LIST}&block=${SPENT}`)).toMatchObject([{ amount: 5, price: 0.5 }]);
  expect(await api.getJson<UserToken[]>(LIST)).toMatchObject([{ amount: 5, price: 1 }]);
  const header = await api.getChains(`${LIST}&time_at=${timeOf(SPENT) - 1}`);
  expect(header.get("base")).toMatchObject({ block: Number(BOUGHT), time: timeOf(BOUGHT) });
});

test("a token, totals and used chains agree with the list", async () => {
  const past = `block=${SPENT - 1n}`;
  const [held] = await api.getJson<UserToken[]>(`${LIST}&${past}`);
  const token = `/v1/user/token?id=${ALICE}&chain_id=base&token_id=${BASE_USDC}`;
  expect(await api.getJson(`${token}&${past}`)).toEqual(held);
  expect(await api.getJson(`${token}&block=${BOUGHT - 1n}`)).toMatchObject({ amount: 0, price: 0.5 });
  const only = `id=${ALICE}&chain_ids=base`;
  expect(await api.getJson(`/v1/user/all_token_list?${only}&${past}`)).toEqual([held]);
  expect(await api.getJson(`/v1/user/chain_balance?id=${ALICE}&chain_id=base&${past}`)).toEqual({ usd_value: 4.5 });
  const total = await api.getJson<UserTotalBalance>(`/v1/user/total_balance?${only}&time_at=${timeOf(SPENT) - 1}`);
  expect(total).toMatchObject({ total_usd_value: 4.5, chain_list: [{ id: "base", usd_value: 4.5 }] });
  expect(await api.getJson(`/v1/user/used_chain_list?${only}&${past}`)).toMatchObject([
    { id: "base", born_at: timeOf(BOUGHT) },
  ]);
  expect(await api.getJson(`/v1/user/used_chain_list?${only}&block=${BOUGHT - 1n}`)).toEqual([]);
});

test("a history ends at the block, or at the time, also between blocks of one second", async () => {
  const history = `/v1/user/history_list?id=${ALICE}&chain_id=base`;
  const idsUntil = async (point: string) => {
    const [page] = await api.getJson<UserHistory[]>(`${history}&${point}`);
    return page?.history_list.map(({ id }) => id);
  };
  const bought = hashOf({ chain: "base", blockNumber: BOUGHT, timeAt: 0, legs: [] });
  const spent = hashOf({ chain: "base", blockNumber: SPENT, timeAt: 0, legs: [] });
  expect(await idsUntil("")).toEqual([spent, bought]);
  expect(await idsUntil(`block=${SPENT}`)).toEqual([spent, bought]);
  expect(await idsUntil(`block=${SPENT - 1n}`)).toEqual([bought]);
  expect(await idsUntil(`time_at=${timeOf(SPENT) - 1}`)).toEqual([bought]);
  expect(await idsUntil(`time_at=${timeOf(SPENT)}&start_time=${timeOf(SPENT)}`)).toEqual([bought]);
  expect(await idsUntil(`block=${BOUGHT - 1n}`)).toEqual([]);
  expect((await api.getChains(`${history}&block=${BOUGHT}`)).get("base")).toMatchObject({ block: Number(BOUGHT) });
});

test("a curve ends at the block, and its newest point is the balance then", async () => {
  const past = `block=${SPENT - 1n}`;
  const curve = await api.getJson<NetCurve>(`/v1/user/chain_net_curve?id=${ALICE}&chain_id=base&${past}`);
  expect(curve).toMatchObject({ timestamp: timeOf(SPENT), usd_value: 4.5 });
  expect(curve.usd_value_list.at(-1)).toEqual([timeOf(SPENT), 4.5]);
  const beforePurchase = curve.usd_value_list.filter(([time]) => time < timeOf(BOUGHT));
  expect(new Set(beforePurchase.map(([, usd]) => usd))).toEqual(new Set([0]));
  expect(curve.usd_value_list.filter(([, usd]) => usd === 4.5)).toHaveLength(4);
  const total = await api.getJson<NetCurve>(`/v1/user/total_net_curve?id=${ALICE}&chain_ids=base&${past}`);
  expect(total).toEqual(curve);
});

test("a block before the first indexed one, or after the newest, is unavailable, and the detail names the known one", async () => {
  const list = `/v1/user/token_list?id=${BOB}&chain_id=eth`;
  expect(await problemOf(`${list}&block=${ETH_START - 1n}`)).toEqual({
    status: 400,
    code: "block_unavailable",
    message: `Block ${ETH_START - 1n} of 'eth' is before the first indexed block: the earliest known block is ${ETH_START}`,
  });
  expect(await problemOf(`${list}&time_at=0`)).toMatchObject({ code: "block_unavailable" });
  const next = BASE_HEAD.blockNumber + 1n;
  expect(await problemOf(`${LIST}&block=${next}`)).toMatchObject({
    code: "block_unavailable",
    message: `Block ${next} of 'base' is not indexed yet: the latest known block is ${BASE_HEAD.blockNumber}`,
  });
});

test("the detail names every chain that has no answer for a time", async () => {
  const before = (chain: string, earliest: bigint) =>
    `The time 0 of '${chain}' is before the first indexed block: the earliest known block is ${earliest}`;
  const all = `/v1/user/all_token_list?id=${ALICE}&chain_ids=base,eth&time_at=0`;
  const { code, message } = await problemOf(all);
  expect([code, message.split("; ").toSorted()]).toEqual([
    "block_unavailable",
    [before("base", 0n), before("eth", ETH_START)],
  ]);
});

test("without a node, a balance whose ledger is open is unavailable, and the detail names since when it is known", async () => {
  const list = `/v1/user/token_list?id=${ALICE}&chain_id=eth&block=${ETH_START}`;
  const expected = {
    code: "block_unavailable",
    message: expect.stringContaining(`earliest known block is ${ETH_HEAD.blockNumber}`),
  };
  expect(await problemOf(list)).toMatchObject(expected);
  const token = `/v1/user/token?id=${ALICE}&chain_id=eth&token_id=${USDC}&block=${ETH_START}`;
  expect(await problemOf(token)).toMatchObject(expected);
  const all = `/v1/user/all_token_list?id=${ALICE}&time_at=${ETH_HEAD.timeAt - 80_000}`;
  expect(await problemOf(all)).toMatchObject({ code: "block_unavailable" });
});

test.each([
  [`block=7&time_at=7`, "time_at"],
  ["block=-1", "block"],
  ["time_at=-1", "time_at"],
  ["block=1.5", "block"],
  ["block=latest", "block"],
  ["time_at=99999999999", "time_at"],
])("%s is an error of %s", async (sent, name) => {
  const { status, code, errors } = await problemOf(`${LIST}&${sent}`);
  expect([status, code, Object.keys(errors ?? {})]).toEqual([400, "invalid_params", [name]]);
});

test("a block needs exactly one chain", async () => {
  for (const chains of ["", "&chain_ids=eth,base"]) {
    const { code, errors } = await problemOf(`/v1/user/total_balance?id=${ALICE}${chains}&block=7`);
    expect([code, errors]).toEqual(["invalid_params", { block: "needs exactly one chain" }]);
  }
});

test("cached responses are of one block or time, and change with the past that they are of", async () => {
  const amountAt = async (point: string) => (await api.getJson<UserToken[]>(`${LIST}&${point}`))[0]?.amount;
  for (let turn = 0; turn < 3; turn++) {
    expect(await amountAt(`block=${SPENT - 1n}`)).toBe(9);
    expect(await amountAt(`block=${SPENT}`)).toBe(5);
    expect(await amountAt(`time_at=${timeOf(SPENT) - 1}`)).toBe(9);
  }
  await writeBalances(api.db, "base", BASE_HEAD.blockNumber, [
    { owner: ALICE, token: BASE_USDC, rawAmount: 6_000_000n },
  ]);
  await advanceChain(api.db, "base", { balances: BASE_HEAD });
  await expect
    .poll(() => problemOf(`${LIST}&block=${SPENT}`).catch(() => "answered"))
    .toMatchObject({ code: "block_unavailable" });
});
