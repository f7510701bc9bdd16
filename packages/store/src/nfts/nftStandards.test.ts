import { afterAll, expect, test } from "vitest";
import { describeNftContracts } from "./nftContracts.ts";
import { listNftStandards } from "./nftStandards.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

test("NFT contracts are distinguished from others, each on its own chain", async () => {
  const [apes, cards, other] = ["0xa1", "0xa2", "0xa3"].map((text) => `0x${text.slice(2).padStart(40, "0")}` as const);
  const nft = { name: null, symbol: null };
  await describeNftContracts(db, "eth", 1n, [{ ...nft, address: apes!, isErc1155: false }]);
  await describeNftContracts(db, "base", 1n, [{ ...nft, address: cards!, isErc1155: true }]);
  const requested = ["eth", "base"].flatMap((chain) =>
    [apes, cards, other].map((address) => ({ chain, address: address! })),
  );
  const found = await listNftStandards(db, [...requested, ...requested]);
  expect(found.toSorted((a, b) => (a.address < b.address ? -1 : 1))).toEqual([
    { chain: "eth", address: apes, isErc1155: false },
    { chain: "base", address: cards, isErc1155: true },
  ]);
  expect(await listNftStandards(db, [])).toEqual([]);
});
