import type { UserNft } from "@portico/contract";
import { parseList } from "structured-headers";
import { expect, test } from "vitest";
import { APES, ITEMS, SPAM } from "../../testing/fillNfts.ts";
import { ALICE, MAX_UINT256, WETH } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

const request = (target: string) => api.getJson<UserNft[]>(target);
const ids = (nfts: readonly UserNft[]) =>
  nfts.map(({ chain, contract_id, inner_id }) => `${chain} ${contract_id} ${inner_id}`);

test("GET /v1/user/all_nft_list combines the chains by their ids, and names those that it could not read", async () => {
  expect(ids(await request(`/v1/user/all_nft_list?id=${ALICE}&chain_ids=eth,arb,base,linea`))).toEqual([
    `base ${APES} 1`,
    `eth ${SPAM} 1`,
    `eth ${ITEMS} ${MAX_UINT256}`,
    `eth ${APES} 9`,
    `eth ${APES} 10`,
  ]);
  expect(ids(await request(`/v1/user/all_nft_list?id=${ALICE}&chain_ids=base&is_all=false`))).toEqual([]);
  const header =
    (await api.get(`/v1/user/all_nft_list?id=${ALICE}&chain_ids=eth,arb,base,linea`)).headers.get("portico-chains") ??
    "";
  expect(parseList(header).map(([id, parameters]) => `${String(id)} ${[...parameters.keys()].join(" ")}`)).toEqual([
    "eth block time since",
    "base block time",
    "arb syncing",
    "linea unserved",
  ]);
});

test("ids are different for different NFTs, and stable", async () => {
  const all = await request(`/v1/user/all_nft_list?id=${ALICE}`);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect((await request(`/v1/user/all_nft_list?id=${ALICE}`)).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect(all.find(({ inner_id }) => inner_id === "9")?.id).toMatchInlineSnapshot(`"a451bafbd9165c0d9c34321f16409647"`);
});

test("its entries equal those of the chains' nft_list, and is_all=false leaves out the same ones", async () => {
  for (const more of ["", "&is_all=false"]) {
    const all = await request(`/v1/user/all_nft_list?id=${ALICE}${more}`);
    for (const chain of ["eth", "base"]) {
      const list = await request(`/v1/user/nft_list?id=${ALICE}&chain_id=${chain}${more}`);
      expect(all.filter((nft) => nft.chain === chain)).toEqual(list);
    }
  }
});

test("an address without NFTs has an empty list, a chain during its first sync alone is 503, and an unknown one is refused", async () => {
  expect(await request(`/v1/user/all_nft_list?id=${WETH}`)).toEqual([]);
  const syncing = await api.get(`/v1/user/all_nft_list?id=${ALICE}&chain_ids=arb`);
  expect(await readProblem(syncing)).toMatchObject({ status: 503, code: "upstream_error" });
  const unknown = await api.get(`/v1/user/all_nft_list?id=${ALICE}&chain_ids=nope`);
  expect(await readProblem(unknown)).toMatchObject({ status: 400, code: "invalid_chain" });
});
