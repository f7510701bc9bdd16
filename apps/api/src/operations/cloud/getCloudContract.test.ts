import type { CloudContract } from "@portico/contract";
import type { Address } from "@portico/evm";
import { describeNftContracts, upsertContracts } from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FAKE_USDC, USDC } from "../../testing/fillStore.ts";
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

const keyOf = ({ chain, id }: { chain: string; id: string }): string => `${chain} ${id}`;

test("a contract is one with an indexed creation, a token or an NFT, and names its protocol", async () => {
  const contracts = await api.getJson<CloudContract[]>("/cloud/contract?chain_id=eth");
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
  const second = await api.getJson<CloudContract[]>("/cloud/contract?chain_id=eth&start=1&limit=2");
  expect(second).toEqual(contracts.slice(1, 3));
  expect((await api.getJson<CloudContract[]>(`/cloud/contract?id=${APES}`)).map(keyOf)).toEqual([
    `base ${APES}`,
    `eth ${APES}`,
  ]);
});
