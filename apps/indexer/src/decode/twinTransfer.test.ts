import { topics } from "@portico/evm";
import type { Address } from "@portico/evm";
import { numberToHex } from "viem";
import { expect, test } from "vitest";
import { packLogs } from "../testing/blockLogs.ts";
import { toTestLogs, type TestLog } from "../testing/testLogs.ts";
import { addTwin, findTwinSide } from "./twinTransfer.ts";
import type { TwinSightings } from "./twinTransfer.ts";

const address = (byte: string): Address => `0x${byte.repeat(20)}`;
const [ALICE, BOB, NEW, OLD, OTHER] = [address("a1"), address("b0"), address("42"), address("cb"), address("0f")];

interface Move {
  by: Address;
  from?: Address;
  amount?: bigint;
  tx?: number;
  nft?: boolean;
}

function findSides(moves: readonly Move[]) {
  const logs = moves.map(({ by, from = ALICE, amount = 5n, tx: txIndex = 0, nft = false }): TestLog => {
    const parties = [topics.transfer, from, BOB];
    if (nft) return { address: by, topics: [...parties, numberToHex(amount)], txIndex };
    return { address: by, topics: parties, words: [amount], txIndex };
  });
  const { batch, picks } = packLogs(toTestLogs(logs));
  const sightings: TwinSightings = new Map();
  const sides = picks.map((pick) => {
    const side = findTwinSide(batch, pick);
    addTwin(sightings, batch, pick, side);
    return side;
  });
  return { sides, sightings: [...sightings.values()] };
}

test("two contracts' logs of one movement that follow each other mark both", () => {
  const { sides, sightings } = findSides([
    { by: NEW },
    { by: OLD },
    { by: NEW, from: OTHER },
    { by: OLD, from: OTHER },
  ]);
  expect(sides).toEqual([1, 2, 1, 2]);
  expect(sightings).toEqual([{ token: OLD, twin: NEW, blockNumber: 9n, count: 2 }]);
});

test.each<[string, Move[]]>([
  ["of one contract", [{ by: NEW }, { by: NEW }]],
  ["of other amounts", [{ by: NEW }, { by: OLD, amount: 6n }]],
  ["with equal last digits", [{ by: NEW }, { by: OLD, amount: 5n + (1n << 64n) }]],
  ["of other accounts", [{ by: NEW }, { by: OLD, from: OTHER }]],
  ["of other transactions", [{ by: NEW }, { by: OLD, tx: 1 }]],
  [
    "of nothing",
    [
      { by: NEW, amount: 0n },
      { by: OLD, amount: 0n },
    ],
  ],
  [
    "of NFTs",
    [
      { by: NEW, nft: true },
      { by: OLD, nft: true },
    ],
  ],
  ["of an NFT and a token", [{ by: NEW, nft: true }, { by: OLD }]],
  ["with another log between them", [{ by: NEW }, { by: OTHER, amount: 1n }, { by: OLD }]],
])("logs %s are not twins", (_, moves) => {
  const { sides, sightings } = findSides(moves);
  expect(sides.every((side) => side === 0)).toBe(true);
  expect(sightings).toEqual([]);
});
