import type { UserNft } from "@portico/contract";
import { expect, test } from "vitest";
import { APES, ITEMS, SPAM, UNPRICED } from "../../testing/fillNfts.ts";
import { ALICE, MAX_UINT256, WETH } from "../../testing/fillStore.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

const request = (target: string) => api.getJson<UserNft[]>(target);
const list = (more = "") => request(`/v1/user/nft_list?id=${ALICE}&chain_id=eth${more}`);
const ids = (nfts: readonly UserNft[]) =>
  nfts.map(({ chain, contract_id, inner_id }) => `${chain} ${contract_id} ${inner_id}`);

test("GET /v1/user/nft_list returns the address's current NFTs, by contract and id", async () => {
  expect(ids(await list())).toEqual([
    `eth ${SPAM} 1`,
    `eth ${ITEMS} ${MAX_UINT256}`,
    `eth ${APES} 9`,
    `eth ${APES} 10`,
  ]);
});

test("an NFT has all its known details, and its last sale at today's price", async () => {
  const nft = (await list()).find(({ inner_id }) => inner_id === "9");
  const collection = `eth:${APES}`;
  expect(nft).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    contract_id: APES,
    inner_id: "9",
    chain: "eth",
    name: "<b>Ape</b>",
    description: "an ape",
    content_type: "image_url",
    content: "ipfs://Qm",
    detail_url: `https://etherscan.io/token/${APES}?a=9`,
    contract_name: "BoredApeYachtClub",
    is_erc1155: false,
    is_erc721: true,
    amount: 1,
    usd_price: 4500,
    collection_id: collection,
    attributes: [{ trait_type: "Fur", value: { malformed: [1, null] } }],
    protocol: null,
    pay_token: {
      id: WETH,
      chain: "eth",
      name: "Wrapped Ether",
      symbol: "WETH",
      display_symbol: null,
      optimized_symbol: "WETH",
      decimals: 18,
      logo_url: null,
      is_verified: true,
      is_core: true,
      price: 3000,
      time_at: 0,
      amount: 1.5,
    },
    thumbnail_url: "",
    total_supply: null,
    collection: {
      id: collection,
      chain: "eth",
      name: "BoredApeYachtClub",
      logo_url: null,
      is_core: true,
      is_verified: true,
      is_scam: null,
      is_suspicious: null,
      floor_price: null,
      credit_score: null,
      lowest_sale_price: null,
    },
  });
});

test("unknown details are empty, 0 or null, as the contract defines", async () => {
  const nfts = new Map((await list()).map((nft) => [`${nft.contract_id} ${nft.inner_id}`, nft]));
  expect(nfts.get(`${SPAM} 1`)).toMatchObject({
    name: "",
    description: "",
    content_type: "",
    content: "",
    contract_name: "",
    collection_id: "",
    collection: null,
    attributes: [],
    usd_price: 0,
    pay_token: null,
  });
  expect(nfts.get(`${APES} 10`)).toMatchObject({
    name: "",
    usd_price: 0,
    pay_token: { id: UNPRICED, symbol: null, price: 0 },
  });
  expect(nfts.get(`${ITEMS} ${MAX_UINT256}`)).toMatchObject({
    is_erc1155: true,
    is_erc721: false,
    amount: 12,
    usd_price: 4500,
    pay_token: { id: "eth", symbol: "ETH", amount: 1.5 },
    contract_name: "",
    collection_id: `eth:${ITEMS}`,
    collection: { name: "" },
  });
});

test("is_all=false leaves out NFTs outside verified collections", async () => {
  expect(ids(await list("&is_all=false"))).toEqual([`eth ${APES} 9`, `eth ${APES} 10`]);
  expect(ids(await list("&is_all=true"))).toHaveLength(4);
});

test("a field mask applies to nested fields, and ignores null", async () => {
  const mask = "{inner_id,pay_token{id},attributes{trait_type},collection{is_verified}}";
  const res = await api.get(`/v1/user/nft_list?id=${ALICE}&chain_id=eth`, { "X-Fields": mask });
  const [unknown, , known] = (await res.json()) as unknown[];
  expect(unknown).toEqual({ inner_id: "1", pay_token: null, attributes: [], collection: null });
  expect(known).toEqual({
    inner_id: "9",
    pay_token: { id: WETH },
    attributes: [{ trait_type: "Fur" }],
    collection: { is_verified: true },
  });
});

test("an address without NFTs has an empty list, and a chain that is not synced or not served is an error", async () => {
  expect(await request(`/v1/user/nft_list?id=${WETH}&chain_id=eth`)).toEqual([]);
  const status = async (target: string) => (await api.get(target)).status;
  expect(await status(`/v1/user/nft_list?id=${ALICE}&chain_id=arb`)).toBe(503);
  expect(await status(`/v1/user/nft_list?id=${ALICE}&chain_id=linea`)).toBe(400);
  expect(await status(`/v1/user/nft_list?id=vitalik.eth&chain_id=eth`)).toBe(400);
});
