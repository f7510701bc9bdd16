import type { NftCollection } from "@portico/contract";
import type { Address } from "@portico/evm";
import { describeNftContracts } from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
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
    },
  ]);
});
