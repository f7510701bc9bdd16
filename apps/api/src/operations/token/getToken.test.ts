import type { Token } from "@portico/contract";
import { NATIVE_TOKEN, type Address } from "@portico/evm";
import {
  applyTokenList,
  copyBlocks,
  listPrices,
  replacePrices,
  unknownToken,
  upsertTokens,
  writeJudgements,
  writePriceClock,
  writePricePoints,
  writeSupplies,
} from "@portico/store";
import { afterAll, expect, test, vi } from "vitest";
import { ETH_HEAD, USDC } from "../../testing/fillStore.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const NEW: Address = "0x00000000000000000000000000000000000c0de1";
const request = async (id: string): Promise<Token> => {
  const res = await api.get(`/v1/token?chain_id=eth&id=${id}`);
  expect(res.status).toBe(200);
  return (await res.json()) as Token;
};

test("a token has all of the store's metadata", async () => {
  const token = {
    ...unknownToken("eth", NEW),
    name: "New",
    symbol: "NEW",
    decimals: 6,
    timeAt: 1_700_000_000,
    totalSupply: 1_500_000n,
    isScam: false,
    isSuspicious: true,
    metadataBlock: 1n,
  };
  await upsertTokens(api.db, [token]);
  await api.api.tokens.reload();
  expect(await request(NEW)).toEqual({
    id: NEW,
    chain: "eth",
    name: "New",
    symbol: "NEW",
    display_symbol: null,
    optimized_symbol: "NEW",
    decimals: 6,
    logo_url: null,
    protocol_id: "",
    price: 0,
    is_verified: false,
    is_core: false,
    is_wallet: true,
    time_at: 1_700_000_000,
    price_at: null,
    price_24h_change: null,
    total_supply: 1.5,
    is_scam: false,
    is_suspicious: true,
  });
});

test("a supply of a token without decimals is unknown in whole tokens", async () => {
  await upsertTokens(api.db, [{ ...unknownToken("base", NEW), totalSupply: 5n }]);
  await api.api.tokens.reload();
  const res = await api.get(`/v1/token?chain_id=base&id=${NEW}`);
  expect(await res.json()).toMatchObject({ total_supply: null, decimals: null });
});

test("a changed supply, rating or list appears in responses by notification", async () => {
  await writeSupplies(api.db, "eth", [{ token: NEW, totalSupply: 3_000_000n }]);
  await writeJudgements(api.db, "eth", [{ address: NEW, isScam: true, isSuspicious: true }]);
  await vi.waitFor(async () => expect(await request(NEW)).toMatchObject({ total_supply: 3, is_scam: true }));
  const logoUrl = "https://logos.example/new.svg";
  await applyTokenList(api.db, "eth", [
    { address: NEW, name: null, symbol: null, decimals: null, logoUrl, isCore: true },
  ]);
  await vi.waitFor(async () =>
    expect(await request(NEW)).toMatchObject({
      is_verified: true,
      is_core: true,
      is_scam: false,
      logo_url: logoUrl,
      name: "New",
    }),
  );
  expect(await request(USDC)).toMatchObject({ is_verified: false, is_core: false, symbol: null });
});

test("a price has its time and its change within a day, and both are updated in responses", async () => {
  expect(await request("eth")).toMatchObject({ price: 3000, price_at: 1, price_24h_change: null });
  const first = { ...ETH_HEAD, blockNumber: 1n, timeAt: ETH_HEAD.timeAt - 200_000 };
  await copyBlocks(api.db, "eth", [first, ETH_HEAD]);
  await writePricePoints(api.db, "eth", [{ token: NATIVE_TOKEN, timeAt: ETH_HEAD.timeAt - 90_000, usd: 2400 }]);
  await writePriceClock(api.db, "eth", { timeAt: ETH_HEAD.timeAt });
  const prices = (await listPrices(api.db, ["eth"])).map((price) => ({
    ...price,
    blockNumber: ETH_HEAD.blockNumber,
    timeAt: ETH_HEAD.timeAt - 12,
  }));
  await replacePrices(api.db, "eth", prices);
  await vi.waitFor(async () =>
    expect(await request("eth")).toMatchObject({
      price: 3000,
      price_at: ETH_HEAD.timeAt - 12,
      price_24h_change: 0.25,
    }),
  );
  expect(await request(USDC)).toMatchObject({ price: 1, price_at: ETH_HEAD.timeAt - 12, price_24h_change: null });
});
