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
import {
  BASE_USDC,
  ETH_HEAD,
  ETH_START,
  FAKE_USDC,
  HOSTILE,
  HOSTILE_SYMBOL,
  NAMELESS,
  USDC,
  WETH,
} from "../../testing/fillStore.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const [api, shared] = await Promise.all([startFilledApi(), getSharedApi()]);
afterAll(() => api.stop());

const NEW: Address = "0x00000000000000000000000000000000000c0de1";
const request = (id: string): Promise<Token> => api.getJson<Token>(`/v1/token?chain_id=eth&id=${id}`);

test("GET /v1/token finds a contract in any letter case and the native coin", async () => {
  const upper = USDC.replace(/[a-f]/g, (letter) => letter.toUpperCase());
  expect(await shared.getJson<Token>(`/v1/token?chain_id=eth&id=${upper}`)).toMatchObject({
    id: USDC,
    symbol: "USDC",
    price: 1,
    decimals: 6,
  });
  expect(await shared.getJson<Token>("/v1/token?chain_id=eth&id=eth")).toMatchObject({
    id: "eth",
    symbol: "ETH",
    price: 3000,
    is_core: true,
  });
});

test("a native coin that no indexer has written yet comes from the chain table", async () => {
  expect(await shared.getJson<Token>("/v1/token?chain_id=base&id=base")).toMatchObject({
    id: "base",
    symbol: "ETH",
    price: 3000,
    decimals: 18,
  });
});

test("a token that shares its symbol with the only core token gets a display symbol, and the core token none", async () => {
  expect(await shared.getJson<Token>(`/v1/token?chain_id=eth&id=${USDC}`)).toMatchObject({
    display_symbol: null,
    optimized_symbol: "USDC",
  });
  const fake = await shared.getJson<Token>(`/v1/token?chain_id=eth&id=${FAKE_USDC}`);
  expect(fake).toMatchObject({
    symbol: "USDC",
    display_symbol: `USDC (0x000000…${FAKE_USDC.slice(-4)})`,
    optimized_symbol: `USDC (0x000000…${FAKE_USDC.slice(-4)})`,
    price: 0,
  });
});

test("a token that defines nothing has nulls, and an empty optimized symbol", async () => {
  const token = await shared.getJson<Token>(`/v1/token?chain_id=eth&id=${NAMELESS}`);
  expect(token).toMatchObject({
    name: null,
    symbol: null,
    decimals: null,
    optimized_symbol: "",
    price: 0,
    time_at: 0,
    protocol_id: "",
  });
});

test("a hostile token's strings are returned as data", async () => {
  const token = await shared.getJson<Token>(`/v1/token?chain_id=eth&id=${HOSTILE}`);
  expect(token).toMatchObject({ symbol: HOSTILE_SYMBOL, name: HOSTILE_SYMBOL });
});

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
  expect((await request(USDC)).coin_id).toBe("usdc");
  expect(await request(NEW)).toEqual({
    id: NEW,
    coin_id: null,
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
  const first = { ...ETH_HEAD, blockNumber: ETH_START, timeAt: ETH_HEAD.timeAt - 200_000 };
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

test("a new price and a new token appear in responses by notification", async () => {
  await upsertTokens(api.db, [{ ...unknownToken("base", WETH), symbol: "NEW", decimals: 0 }]);
  const prices = [{ token: BASE_USDC, usd: 2, source: "test", blockNumber: 2n, timeAt: 2 }];
  await replacePrices(api.db, "base", prices);
  await vi.waitFor(async () => {
    expect(await api.getJson<Token>(`/v1/token?chain_id=base&id=${BASE_USDC}`)).toMatchObject({ price: 2 });
  });
  expect(await api.getJson<Token>(`/v1/token?chain_id=base&id=${WETH}`)).toMatchObject({ symbol: "NEW" });
});
