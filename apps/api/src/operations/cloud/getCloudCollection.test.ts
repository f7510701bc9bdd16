import type { NftCollection } from "@portico/contract";
import type { Address } from "@portico/evm";
import { describeNftContracts, insertSales, writeCollectionImages } from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ETH_HEAD, USDC, WETH } from "../../testing/fillStore.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const APES: Address = `0x${"a1".repeat(20)}`;

const api = await startFilledApi();
afterAll(() => api.stop());
beforeAll(async () => {
  const nfts = { address: APES, isErc1155: false, name: "Apes", symbol: "APE" };
  await describeNftContracts(api.db, "eth", 1n, [nfts]);
  await describeNftContracts(api.db, "base", 1n, [nfts]);
});

test("a collection is found by its chain and contract, and listed by both", async () => {
  const all = await api.getJson<NftCollection[]>("/cloud/collection");
  expect(all.map(({ id }) => id)).toEqual([`base:${APES}`, `eth:${APES}`]);
  expect(await api.getJson(`/cloud/collection?id=eth:${APES}`)).toEqual([all[1]]);
  expect(await api.getJson(`/cloud/collection?id=eth:${APES}&chain_id=base`)).toEqual([]);
});

test("a collection has its contract's name, and null for what is unknown", async () => {
  expect(await api.getJson(`/cloud/collection?chain_id=base&limit=1`)).toEqual([
    {
      id: `base:${APES}`,
      chain: "base",
      name: "Apes",
      logo_url: null,
      is_core: false,
      is_verified: false,
      is_scam: null,
      is_suspicious: null,
      floor_price: null,
      credit_score: null,
      lowest_sale_price: null,
    },
  ]);
});

test("a collection without a listed logo has the image that its metadata names, and not one within that", async () => {
  const logoOf = async () =>
    (await api.getJson<NftCollection[]>(`/cloud/collection?id=base:${APES}`)).map(({ logo_url: url }) => url);
  await writeCollectionImages(api.db, "base", [{ contract: APES, url: "ipfs://Qm/apes.png" }]);
  expect(await logoOf()).toEqual(["ipfs://Qm/apes.png"]);
  await writeCollectionImages(api.db, "base", [{ contract: APES }]); // a failure keeps it
  await writeCollectionImages(api.db, "base", [{ contract: APES, url: "ipfs://Qm/old.png", attempts: 9 }]); // not its claim
  expect(await logoOf()).toEqual(["ipfs://Qm/apes.png"]);
  await writeCollectionImages(api.db, "base", [{ contract: APES, url: "data:image/png;base64,AA==" }]);
  expect(await logoOf()).toEqual([null]);
});

test("the lowest sale is that of the last 30 days, whatever it was paid in", async () => {
  const sale = { contract: APES, tokenId: 7n, blockNumber: 9n, txHash: `0x${"11".repeat(32)}` as const };
  const { timeAt } = ETH_HEAD;
  await insertSales(api.db, "eth", [
    { ...sale, position: 1n, timeAt: timeAt - 31 * 86_400, payToken: USDC, rawAmount: 1n },
    { ...sale, position: 2n, timeAt: timeAt - 86_400, payToken: WETH, rawAmount: 10n ** 18n },
    { ...sale, position: 3n, timeAt, payToken: USDC, rawAmount: 2_000_000_000n },
    { ...sale, position: 4n, timeAt, payToken: USDC, rawAmount: 2_500_000_000n },
    { ...sale, position: 5n, timeAt, payToken: APES, rawAmount: 1n }, // without a price
  ]);
  const [found] = await api.getJson<NftCollection[]>(`/cloud/collection?id=eth:${APES}`);
  expect(found).toMatchObject({ lowest_sale_price: 2_000, floor_price: null });
});
