import type { TokenProfit } from "@portico/contract";
import { NATIVE_TOKEN, type Address } from "@portico/evm";
import {
  copyBlocks,
  copyLegs,
  LegKind,
  MAX_MOVEMENT_LEGS,
  writeBalances,
  writePricePoints,
  type Leg,
} from "@portico/store";
import { afterAll, expect, test } from "vitest";
import { ALICE, BOB, CAROL, ETH_HEAD, ETH_START, HOSTILE, RECEIPT, USDC, WETH } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const T = ETH_HEAD.timeAt;
const DAY = 86_400;
const ETHER = 10n ** 18n;
const request = (id: Address, more = "") =>
  api.getJson<TokenProfit[]>(`/v1/user/profit_list?id=${id}&chain_ids=eth${more}`);
const find = (list: readonly TokenProfit[], id: string) => list.find((one) => one.id === id);

let legs = 0;
/** A leg of Bob's, this many days before the head. */
function legBefore(days: number, token: Address, rawAmount: bigint, fields: Partial<Leg> = {}): Leg {
  legs += 1;
  return {
    owner: BOB,
    blockNumber: ETH_HEAD.blockNumber - BigInt(Math.ceil(days * 100)),
    txIndex: 0,
    kind: token === NATIVE_TOKEN ? LegKind.native : LegKind.token,
    index: legs,
    subIndex: 0,
    isInbound: rawAmount > 0n,
    token,
    counterparty: CAROL,
    txHash: ETH_HEAD.hash,
    timeAt: T - days * DAY,
    ...fields,
    rawAmount: rawAmount < 0n ? -rawAmount : rawAmount,
  };
}

const price = (token: Address, ...points: [daysBefore: number, usd: number][]) =>
  writePricePoints(
    api.db,
    "eth",
    points.map(([days, usd]) => ({ token, timeAt: Math.floor((T - days * DAY) / 300) * 300, usd })),
  );
const setStart = (block: bigint) =>
  api.db.updateTable("chain_state").set({ start_block: block }).where("chain", "=", "eth").execute();

test("cost and gain follow from the movements and the prices of their time, by either method", async () => {
  await copyBlocks(api.db, "eth", [{ ...ETH_HEAD, blockNumber: ETH_START, timeAt: T - 40 * DAY }, ETH_HEAD]);
  await price(NATIVE_TOKEN, [30, 1000], [20, 2000], [10, 2500]);
  await price(USDC, [30, 1]);
  await copyLegs(api.db, "eth", [
    legBefore(25, NATIVE_TOKEN, 2n * ETHER), // at 1,000
    legBefore(15, NATIVE_TOKEN, 2n * ETHER), // at 2,000
    legBefore(5, NATIVE_TOKEN, -3n * ETHER), // at 2,500
    legBefore(5, NATIVE_TOKEN, -ETHER / 2n, { kind: LegKind.fee }),
    legBefore(5, USDC, 7_500_000_000n),
    legBefore(4, USDC, -7_500_000_000n, { counterparty: BOB }), // to itself
    legBefore(4, USDC, 7_500_000_000n, { counterparty: BOB }),
    legBefore(3, USDC, 5n, { kind: LegKind.approval }),
    legBefore(2, HOSTILE, 2n ** 200n),
    legBefore(2, RECEIPT, 5n),
  ]);
  await writeBalances(api.db, "eth", ETH_HEAD.blockNumber, [
    { owner: BOB, token: NATIVE_TOKEN, rawAmount: ETHER / 2n },
    { owner: BOB, token: USDC, rawAmount: 7_500_000_000n },
    { owner: BOB, token: HOSTILE, rawAmount: 2n ** 200n },
    { owner: BOB, token: RECEIPT, rawAmount: 5n },
  ]);
  await setStart(0n);
  const list = await request(BOB);
  expect(list.map(({ id }) => id)).toEqual([USDC, "eth"]);
  expect(find(list, "eth")).toMatchObject({
    amount: 0.5,
    raw_amount: Number(ETHER / 2n),
    usd_value: 1500,
    cost_usd_value: 750, // 0.5 at 1,500
    average_cost: 1500,
    realized_usd_value: 3500, // 3.5 at 2,500 - 1,500
    unrealized_usd_value: 750,
    fee_usd_value: 1250,
    unpriced_amount: 0,
    unpriced_sold_amount: 0,
    is_complete: true,
    known_since: null,
  });
  // 2 at 2,500 - 1,000, and 1.5 at 2,500 - 2,000; 0.5 at 2,000 are left
  expect(find(await request(BOB, "&method=fifo"), "eth")).toMatchObject({
    cost_usd_value: 1000,
    realized_usd_value: 3750,
    unrealized_usd_value: 500,
  });
  expect(find(list, USDC)).toMatchObject({
    cost_usd_value: 7500,
    realized_usd_value: 0,
    unrealized_usd_value: 0,
    is_complete: true,
  });
});

test("what the index doesn't know is unknown: earlier balances, unpriced movements, and gains from them", async () => {
  await setStart(ETH_START);
  await copyLegs(api.db, "eth", [
    legBefore(39, WETH, ETHER, { owner: ALICE }), // had no price then
    legBefore(1, WETH, -ETHER / 4n, { owner: ALICE }),
  ]);
  await price(WETH, [30, 3000]);
  await writeBalances(api.db, "eth", ETH_HEAD.blockNumber, [
    { owner: ALICE, token: WETH, rawAmount: (ETHER * 3n) / 4n },
  ]);
  const list = await request(ALICE);
  const unknown = { cost_usd_value: null, average_cost: null, unrealized_usd_value: null, known_since: T - 40 * DAY };
  expect(find(list, "eth")).toMatchObject({ ...unknown, unpriced_amount: 240.01488732519655, is_complete: false });
  expect(find(list, WETH)).toMatchObject({
    ...unknown,
    unpriced_amount: 0.75,
    unpriced_sold_amount: 0.25,
    realized_usd_value: null,
    is_complete: false,
  });
  expect(find(await request(BOB), "eth")).toMatchObject({ cost_usd_value: 750, is_complete: false });
});

test("of many movements the newest are read, and the answer says since when", async () => {
  await setStart(0n);
  const many = Array.from({ length: MAX_MOVEMENT_LEGS + 1 }, (_, n) =>
    legBefore(20, USDC, 1_000_000n, {
      owner: CAROL,
      counterparty: BOB,
      blockNumber: ETH_START - BigInt(MAX_MOVEMENT_LEGS - n),
      timeAt: T - 20 * DAY + n,
    }),
  );
  await copyLegs(api.db, "eth", many);
  await writeBalances(api.db, "eth", ETH_HEAD.blockNumber, [
    { owner: CAROL, token: USDC, rawAmount: BigInt(many.length) * 1_000_000n },
  ]);
  const [usdc] = await request(CAROL);
  expect(usdc).toMatchObject({
    amount: many.length,
    unpriced_amount: 1,
    is_complete: false,
    known_since: T - 20 * DAY,
  });
});

test("bad parameters are refused by name", async () => {
  for (const [more, field] of [
    ["&method=lifo", "method"],
    ["&block=5", "block"],
    ["&time_at=5", "time_at"],
  ] as const) {
    const problem = await readProblem(await api.get(`/v1/user/profit_list?id=${BOB}${more}`));
    expect(problem).toMatchObject({ code: "invalid_params", errors: { [field]: expect.any(String) } });
  }
  const { code } = await readProblem(await api.get("/v1/user/profit_list?id=0x1"));
  expect(code).toBe("invalid_address");
});
