import fc from "fast-check";
import { expect, test } from "vitest";
import type { Position, PositionDetail, PositionName } from "./position.ts";
import { readPositionsText, writePositions } from "./positionJson.ts";

const address = fc
  .bigInt({ min: 0n, max: 2n ** 160n - 1n })
  .map((value) => `0x${value.toString(16).padStart(40, "0")}` as const);
const raw = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("12n", "rawAmount", "__proto__", ""));
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0); // JSON has no -0
const amount = fc.record({ token: address, rawAmount: raw });
const amounts = fc.array(amount, { maxLength: 3 });
const supplies = fc.array(
  fc.record({ token: address, rawAmount: raw, isCollateral: fc.boolean() }, { requiredKeys: ["token", "rawAmount"] }),
  { maxLength: 3 },
);
const nfts = fc.array(fc.record({ contract: address, tokenId: raw, rawAmount: raw }), { maxLength: 3 });

const details: fc.Arbitrary<PositionDetail> = fc.oneof(
  fc.record(
    { type: fc.constant("common" as const), supplies, borrows: amounts, rewards: amounts, description: text },
    { requiredKeys: ["type", "supplies"] },
  ),
  fc.record({ type: fc.constant("locked" as const), supplies, unlockAt: fc.nat() }),
  fc.record({ type: fc.constant("lending" as const), supplies, borrows: amounts, healthRate: fc.option(number) }),
  fc.record({ type: fc.constant("leveraged_farming" as const), supplies, borrows: amounts, debtRatio: number }),
  fc.record(
    { type: fc.constant("vesting" as const), token: amount, rawClaimable: raw, rawDailyUnlock: raw, endAt: fc.nat() },
    { requiredKeys: ["type", "token", "rawClaimable"] },
  ),
  fc.record({ type: fc.constant("reward" as const), rewards: amounts }),
  fc.record({
    type: fc.constant("perpetuals" as const),
    side: fc.constantFrom("Long" as const, "Short" as const),
    size: amount,
    quote: address,
    margin: amount,
    pays: amount,
    leverage: number,
    dailyFundingRate: number,
    entryPrice: number,
    markPrice: number,
    pnlUsd: number,
  }),
  fc.record({ type: fc.constant("nft_common" as const), nfts, description: text }),
  fc.record({
    type: fc.constant("prediction" as const),
    title: text,
    side: text,
    pays: amount,
    price: fc.option(number),
    isClosed: fc.boolean(),
    rawClaimable: raw,
  }),
);
const tick = fc.integer({ min: -887_272, max: 887_272 });
const range = fc.record(
  {
    tokens: fc.tuple(address, address),
    tickLower: tick,
    tickUpper: tick,
    tick,
    sqrtPriceX96: raw,
    feePpm: fc.nat(1_000_000),
  },
  { requiredKeys: ["tokens", "tickLower", "tickUpper", "tick", "sqrtPriceX96"] },
);
const positions: fc.Arbitrary<Position> = fc.record(
  {
    name: fc.constantFrom<PositionName>("Deposit", "Lending", "Prediction"),
    detail: details,
    range,
    pool: fc.record({ controller: address, index: text }, { requiredKeys: ["controller"] }),
    positionIndex: text,
  },
  { requiredKeys: ["name", "detail", "pool"] },
);

test("any position survives serializing and parsing", () => {
  const records = fc.record({ positions: fc.array(positions), accounts: fc.array(address) });
  const clean = (key: string, value: unknown) =>
    typeof value === "string"
      ? value.replaceAll("\0", "")
      : typeof value === "bigint"
        ? { [key]: String(value) }
        : value;
  fc.assert(
    fc.property(records, (record) => {
      const read = readPositionsText(writePositions(record));
      expect(JSON.stringify(read, clean)).toBe(JSON.stringify(record, clean));
    }),
  );
});

test("a string of digits stays a string, and characters that jsonb rejects are removed", () => {
  const position: Position = {
    name: "Deposit",
    detail: { type: "common", supplies: [], description: "12n" },
    pool: { controller: `0x${"ab".repeat(20)}`, index: "a\0b\ud800" },
    positionIndex: "7n",
  };
  const { positions: read } = readPositionsText(writePositions({ positions: [position], accounts: [] }));
  expect(read).toEqual([{ ...position, pool: { ...position.pool, index: "ab\ufffd" } }]);
});
