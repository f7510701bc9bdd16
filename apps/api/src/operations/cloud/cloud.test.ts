import type { Chain, CloudContract, NftCollection, Protocol, Token } from "@portico/contract";
import type { Address } from "@portico/evm";
import { describeNftContracts, upsertContracts } from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BASE_USDC, FAKE_USDC, USDC } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const APES: Address = `0x${"a1".repeat(20)}`;
const FACTORY: Address = `0x${"01".repeat(20)}`;
const ROUTER: Address = "0x7a250d5630b4cf539739df2c5dacb4c659f2488d"; // of Uniswap V2 on eth

const api = await startFilledApi();
afterAll(() => api.stop());
beforeAll(async () => {
  const created = { creator: FACTORY, blockNumber: 1n, txHash: `0x${"22".repeat(32)}` as const, timeAt: 1_600_000_000 };
  await upsertContracts(
    api.db,
    "eth",
    [FACTORY, ROUTER, APES, USDC].map((address) => ({ ...created, address })),
  );
  const nfts = { address: APES, isErc1155: false, name: "Apes", symbol: "APE" };
  await describeNftContracts(api.db, "eth", 1n, [nfts]);
  await describeNftContracts(api.db, "base", 1n, [nfts]);
});

async function request<T>(target: string): Promise<T> {
  const res = await api.get(target);
  expect(res.status).toBe(200);
  return (await res.json()) as T;
}
const keyOf = ({ chain, id }: { chain: string; id: string }): string => `${chain} ${id}`;

test("chains and protocols equal their /v1 counterparts, by id, and one is found by its id", async () => {
  const chains = await request<Chain[]>("/cloud/chain/list");
  const all = await request<Chain[]>("/v1/chain/list");
  expect(chains.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted());
  expect(await request("/cloud/chain/list?id=base")).toEqual(all.filter(({ id }) => id === "base"));
  const protocols = await request<Protocol[]>("/v1/protocol/list?chain_id=base");
  const ids = protocols.map(({ id }) => id).toSorted();
  expect((await request<Protocol[]>("/cloud/protocol/list?chain_id=base")).map(({ id }) => id)).toEqual(
    ids.slice(0, 100),
  );
  expect(await request("/cloud/protocol/list?id=uniswap2")).toEqual([await request("/v1/protocol?id=uniswap2")]);
});

test("tokens are listed page by page, each once, equal to /v1/token", async () => {
  const whole = await request<Token[]>("/cloud/token");
  const pages: Token[][] = [];
  for (let start = 0; start < whole.length; start += 3) {
    pages.push(await request<Token[]>(`/cloud/token?start=${start}&limit=3`));
  }
  expect(pages.flat()).toEqual(whole);
  expect(new Set(whole.map(keyOf)).size).toBe(8);
  for (const one of whole) expect(await request(`/v1/token?chain_id=${one.chain}&id=${one.id}`)).toEqual(one);
  expect((await request<Token[]>("/cloud/token?chain_id=base")).map(keyOf)).toEqual([`base ${BASE_USDC}`]);
});

test("a token's id is its address in any case, or a native token id, on every chain that has it", async () => {
  expect((await request<Token[]>(`/cloud/token?id=${USDC.toUpperCase().replace("X", "x")}`)).map(keyOf)).toEqual([
    `eth ${USDC}`,
  ]);
  expect((await request<Token[]>("/cloud/token?id=eth&chain_id=eth")).map(keyOf)).toEqual(["eth eth"]);
});

test("a contract is one with an indexed creation, a token or an NFT, and names its protocol", async () => {
  const contracts = await request<CloudContract[]>("/cloud/contract?chain_id=eth");
  const byId = new Map(contracts.map((one) => [one.id, one]));
  expect(contracts.map(({ id }) => id)).toEqual([...byId.keys()].toSorted());
  expect(byId.get(FACTORY)).toEqual({
    id: FACTORY,
    chain: "eth",
    name: null,
    protocol: null,
    is_token: false,
    is_open_source: null,
    create_at: 1_600_000_000,
  });
  expect(byId.get(ROUTER)).toMatchObject({ protocol: { id: "uniswap2" }, is_token: false });
  expect(byId.get(USDC)).toMatchObject({ name: "USD Coin", is_token: true });
  expect(byId.get(FAKE_USDC)).toMatchObject({ is_token: true, create_at: null });
  expect(byId.get(APES)).toMatchObject({ name: "Apes", is_token: true });
  const second = await request<CloudContract[]>("/cloud/contract?chain_id=eth&start=1&limit=2");
  expect(second).toEqual(contracts.slice(1, 3));
  expect((await request<CloudContract[]>(`/cloud/contract?id=${APES}`)).map(keyOf)).toEqual([
    `base ${APES}`,
    `eth ${APES}`,
  ]);
});

test("a collection is found by its chain and contract, and listed by both", async () => {
  const all = await request<NftCollection[]>("/cloud/collection");
  expect(all.map(({ id }) => id)).toEqual([`base:${APES}`, `eth:${APES}`]);
  expect(await request(`/cloud/collection?id=eth:${APES}`)).toEqual([all[1]]);
  expect(await request(`/cloud/collection?id=eth:${APES}&chain_id=base`)).toEqual([]);
});

test.each(["token", "contract", "collection", "protocol/list", "chain/list"])(
  "/cloud/%s: an id without a match is an empty list, an unserved chain is named in the error",
  async (path) => {
    for (const id of ["nothing", `0x${"9".repeat(40)}`, "eth:0x", "'; drop table token"]) {
      expect(await request(`/cloud/${path}?id=${encodeURIComponent(id)}`)).toEqual([]);
    }
    if (path === "chain/list") return;
    expect(await readProblem(await api.get(`/cloud/${path}?chain_id=matic`))).toMatchObject({
      status: 400,
      code: "invalid_chain",
    });
    expect(await readProblem(await api.get(`/cloud/${path}?limit=101`))).toMatchObject({ status: 400 });
  },
);
