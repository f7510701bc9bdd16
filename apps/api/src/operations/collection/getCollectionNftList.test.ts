import type { CollectionNft } from "@portico/contract";
import { expect, test } from "vitest";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

const APES = "0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d";

test("a collection's NFTs are listed by inner id", async () => {
  const list = async (rest: string) =>
    (await api.getJson<CollectionNft[]>(`/v1/collection/nft_list?chain_id=eth&${rest}`)).map(
      ({ inner_id }) => inner_id,
    );
  const all = await list(`id=${APES}`);
  expect(all.length).toBeGreaterThan(1);
  expect(all).toEqual(all.toSorted((a, b) => Number(a) - Number(b)));
  expect(await list(`id=eth:${APES}&start=1&limit=1`)).toEqual(all.slice(1, 2));
  expect((await api.get("/v1/collection/nft_list?chain_id=eth&id=ape")).status).toBe(400);
});
