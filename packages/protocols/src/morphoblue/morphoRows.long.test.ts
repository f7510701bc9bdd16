import { ZERO_ADDRESS } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { numberToHex } from "viem";
import { expect, test } from "vitest";
import type { Position } from "../position.ts";
import { openAt } from "../testing/answeringNode.ts";
import { morphoblue } from "./morphoBlue.ts";

const MORPHO: Address = "0x00000000000000000000000000000000000b10e0";
const VICTIM: Address = "0x0000000000000000000000000000000000000b0b";
const USDC: Address = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const WETH: Address = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";
const VIRTUAL_SHARES = 10n ** 6n;

interface Scene {
  loanToken: Address;
  collateralToken: Address;
  /** Of the victim: base units. */
  lent?: bigint;
  owed?: bigint;
  collateral?: bigint;
  /** What others supplied and borrowed. */
  others?: bigint;
  borrowed?: bigint;
}

const addressOf = (value: number): Address => numberToHex(value, { size: 20 });
const idOf = (index: number): Hex => numberToHex(index, { size: 32 });

/** The victim's positions where market `index` is `scenes[index]`; and how many calls they took. */
async function readScenes(scenes: readonly Scene[]) {
  const sceneOf = (id: Hex): Required<Scene> => {
    const zeros = { lent: 0n, owed: 0n, collateral: 0n, others: 0n, borrowed: 0n };
    return { ...zeros, ...scenes[Number(id)]! };
  };
  const { context, reader } = openAt(
    "eth",
    { morpho: MORPHO },
    {
      "function idToMarketParams(bytes32) view returns (address, address, address, address, uint256)": ([id]) => {
        const { loanToken, collateralToken } = sceneOf(id!);
        return [loanToken, collateralToken, MORPHO, ZERO_ADDRESS, 86n * 10n ** 16n];
      },
      "function market(bytes32) view returns (uint128, uint128, uint128, uint128, uint128, uint128)": ([id]) => {
        const { lent, others, owed, borrowed } = sceneOf(id!);
        const [supplied, all] = [lent + others, owed + borrowed];
        return [supplied, supplied * VIRTUAL_SHARES, all, all * VIRTUAL_SHARES, 1_800_000_000n, 0n];
      },
      "function position(bytes32, address) view returns (uint256, uint128, uint128)": ([id]) => {
        const { lent, owed, collateral } = sceneOf(id!);
        return [lent * VIRTUAL_SHARES, owed * VIRTUAL_SHARES, collateral];
      },
      "function price() view returns (uint256)": () => [10n ** 36n],
    },
  );
  const interactions = scenes.map((_scene, index) => ({ contract: MORPHO, key: idOf(index) }));
  const owned = { owner: VICTIM, receipts: [], nfts: new Map(), interactions };
  const positions = await morphoblue.listPositions!({ ...context, ...owned });
  return { positions, calls: reader.callCount };
}

const indexOf = ({ pool }: Position): number => Number(pool.index);

const dust = (index: number): Scene => ({ loanToken: USDC, collateralToken: addressOf(index + 1), lent: 1n });
/** In a token of their own, any amount. */
const worthless = (index: number): Scene => ({
  loanToken: addressOf(index + 1),
  collateralToken: WETH,
  lent: 10n ** 30n,
});
/** Supplied for the victim, and borrowed back. */
const circular = (index: number): Scene => ({
  loanToken: USDC,
  collateralToken: addressOf(index + 1),
  lent: 10n ** 15n,
  borrowed: 10n ** 15n,
});
/** A supply, a debt with its collateral, and a supply of which everything is borrowed at the moment. */
const REAL: readonly Scene[] = [
  { loanToken: USDC, collateralToken: WETH, lent: 5_000_000n, others: 10n ** 12n, borrowed: 9n * 10n ** 11n },
  { loanToken: addressOf(0xdeb7), collateralToken: addressOf(0xc011), owed: 7n, collateral: 10n },
  { loanToken: WETH, collateralToken: USDC, lent: 10n ** 18n, borrowed: 10n ** 18n },
];
const FLOOD = 7_000;

test.each([
  ["dust", dust],
  ["amounts of worthless tokens", worthless],
  ["supplies that were borrowed back", circular],
])("thousands of %s hide no position", async (_name, toScene) => {
  const flood = Array.from({ length: FLOOD }, (_, index) => toScene(index));
  const { positions } = await readScenes([...flood, ...REAL]);
  const own = positions.filter((position) => indexOf(position) >= FLOOD);
  expect(own.map(({ detail }) => detail)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ supplies: [{ token: USDC, rawAmount: 5_000_000n, isCollateral: false }] }),
      expect.objectContaining({ borrows: [{ token: addressOf(0xdeb7), rawAmount: 7n }] }),
      expect.objectContaining({ supplies: [{ token: WETH, rawAmount: 10n ** 18n, isCollateral: false }] }),
    ]),
  );
  expect(own).toHaveLength(REAL.length);
  expect(positions).toHaveLength(1_001);
  expect(positions.at(-1)).toEqual({
    name: "Lending",
    detail: {
      type: "common",
      supplies: [],
      description: `Not shown: ${FLOOD + 3 - 1_000} more markets. Anybody can supply to a market on behalf of this address.`,
    },
    pool: { controller: MORPHO },
  });
});

test("more markets than are read hide nothing of the first ones, and are counted", async () => {
  const flood = Array.from({ length: 45_000 }, (_, index) => dust(index));
  const { positions, calls } = await readScenes([...REAL, ...flood]);
  expect(positions.filter((position) => indexOf(position) < REAL.length)).toHaveLength(REAL.length);
  expect(positions.at(-1)!.detail).toMatchObject({ description: expect.stringContaining("44003 more markets") });
  expect(calls).toBeLessThan(40_000);
});

test("markets that were left cost one call each, and nothing is said of them", async () => {
  const left = Array.from({ length: 3_000 }, (_, index) => ({ ...dust(index), lent: 0n }));
  const { positions, calls } = await readScenes([...left, ...REAL]);
  expect(positions.map(indexOf).toSorted((one, other) => one - other)).toEqual([3_000, 3_001, 3_002]);
  expect(calls).toBeLessThan(3_000 + 20);
});
