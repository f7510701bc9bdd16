import type { UserNft } from "@portico/contract";
import { NATIVE_TOKEN, type Address } from "@portico/evm";
import {
  describeNftContracts,
  ensureNfts,
  insertSales,
  writeNftBalances,
  writeNftOutcomes,
  type NftKey,
} from "@portico/store";
import { parseList } from "structured-headers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALICE, BASE_HEAD, ETH_HEAD, MAX_UINT256, USDC, WETH } from "../../testing/fillStore.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const APES: Address = "0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d";
const ITEMS: Address = "0x495f947276749ce646f68ac8c248420045cb7b5e";
const SPAM: Address = "0x0000000000000000000000000000000000000bad";
const UNPRICED: Address = "0x00000000000000000000000000000000000bad03";

const ape = (tokenId: bigint): NftKey => ({ owner: ALICE, contract: APES, tokenId, isErc1155: false });
const item = (tokenId: bigint): NftKey => ({ owner: ALICE, contract: ITEMS, tokenId, isErc1155: true });
const spam: NftKey = { owner: ALICE, contract: SPAM, tokenId: 1n, isErc1155: false };
const hash = `0x${"11".repeat(32)}` as const;
const sold = { blockNumber: 9n, txHash: hash, timeAt: 900 };

beforeAll(async () => {
  const { db } = api;
  const block = ETH_HEAD.blockNumber;
  await writeNftBalances(db, "eth", block, [
    { ...ape(10n), rawAmount: 1n },
    { ...ape(9n), rawAmount: 1n },
    { ...ape(3n), rawAmount: 0n },
    { ...ape(8n), owner: USDC, rawAmount: 1n },
    { ...item(MAX_UINT256), rawAmount: 12n },
    { ...spam, rawAmount: 1n },
  ]);
  await writeNftBalances(db, "base", BASE_HEAD.blockNumber, [{ ...ape(1n), rawAmount: 1n }]);
  await writeNftBalances(db, "arb", 7n, [{ ...ape(1n), rawAmount: 1n }]);
  const fields = { symbol: "X", isErc1155: false };
  await describeNftContracts(db, "eth", block, [
    { ...fields, address: APES, name: "BoredApeYachtClub" },
    { ...fields, address: ITEMS, name: null, isErc1155: true },
  ]);
  await db
    .updateTable("nft_contract")
    .set({ is_verified: true, is_core: true })
    .where("name", "is not", null)
    .execute();
  await ensureNfts(db, "eth", [ape(9n), ape(10n)]);
  const metadata = {
    name: "<b>Ape</b>",
    description: "an ape",
    contentType: "image_url",
    content: "ipfs://Qm",
    thumbnailUrl: null,
  };
  const attributes = [{ trait_type: "Fur", value: { malformed: [1, null] } }];
  await writeNftOutcomes(db, "eth", [{ ...ape(9n), uri: "x", kind: "fetched", metadata: { ...metadata, attributes } }]);
  const sale = { contract: APES, payToken: WETH, rawAmount: 1_500_000_000_000_000_000n };
  await insertSales(db, "eth", [
    { ...sale, ...sold, tokenId: 9n, position: 1n, payToken: USDC, rawAmount: 1n },
    { ...sale, ...sold, tokenId: 9n, position: 2n },
    { ...sale, ...sold, tokenId: 10n, position: 3n, payToken: UNPRICED },
    { ...sale, ...sold, contract: ITEMS, tokenId: MAX_UINT256, position: 4n, payToken: NATIVE_TOKEN },
  ]);
});

async function request(target: string): Promise<UserNft[]> {
  const res = await api.get(target);
  const text = await res.text();
  expect({ status: res.status, text }).toMatchObject({ status: 200 });
  return JSON.parse(text) as UserNft[];
}
const list = (rest = "") => request(`/v1/user/nft_list?id=${ALICE}&chain_id=eth${rest}`);
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

test("ids are different for different NFTs, and stable", async () => {
  const all = await request(`/v1/user/all_nft_list?id=${ALICE}`);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect((await request(`/v1/user/all_nft_list?id=${ALICE}`)).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect(all.find(({ inner_id }) => inner_id === "9")?.id).toMatchInlineSnapshot(`"a451bafbd9165c0d9c34321f16409647"`);
});

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

test("an address without NFTs has an empty list, and a chain that is not synced or not served is an error", async () => {
  expect(await request(`/v1/user/nft_list?id=${WETH}&chain_id=eth`)).toEqual([]);
  const status = async (target: string) => (await api.get(target)).status;
  expect(await status(`/v1/user/nft_list?id=${ALICE}&chain_id=arb`)).toBe(503);
  expect(await status(`/v1/user/nft_list?id=${ALICE}&chain_id=linea`)).toBe(400);
  expect(await status(`/v1/user/nft_list?id=vitalik.eth&chain_id=eth`)).toBe(400);
  expect(await status(`/v1/user/all_nft_list?id=${ALICE}&chain_ids=nope`)).toBe(400);
});
