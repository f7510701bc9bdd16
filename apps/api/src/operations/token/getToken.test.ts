import type { Token } from "@portico/contract";
import type { Address } from "@portico/evm";
import { applyTokenList, unknownToken, upsertTokens, writeJudgements, writeSupplies } from "@portico/store";
import { afterAll, expect, test, vi } from "vitest";
import { USDC } from "../../testing/fillStore.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const NEW: Address = "0x00000000000000000000000000000000000c0de1";
const ask = async (id: string): Promise<Token> => {
  const res = await api.get(`/v1/token?chain_id=eth&id=${id}`);
  expect(res.status).toBe(200);
  return (await res.json()) as Token;
};

test("a token's facts are all that the store knows of it", async () => {
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
  expect(await ask(NEW)).toEqual({
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
    total_supply: 1.5,
    is_scam: false,
    is_suspicious: true,
  });
});

test("a supply of a token without decimals is not known in whole tokens", async () => {
  await upsertTokens(api.db, [{ ...unknownToken("base", NEW), totalSupply: 5n }]);
  await api.api.tokens.reload();
  const res = await api.get(`/v1/token?chain_id=base&id=${NEW}`);
  expect(await res.json()).toMatchObject({ total_supply: null, decimals: null });
});

test("another supply, judgement or list reaches the answers by notification", async () => {
  await writeSupplies(api.db, "eth", [{ token: NEW, totalSupply: 3_000_000n }]);
  await writeJudgements(api.db, "eth", [{ address: NEW, isScam: true, isSuspicious: true }]);
  await vi.waitFor(async () => expect(await ask(NEW)).toMatchObject({ total_supply: 3, is_scam: true }));
  const logoUrl = "https://logos.example/new.svg";
  await applyTokenList(api.db, "eth", [
    { address: NEW, name: null, symbol: null, decimals: null, logoUrl, isCore: true },
  ]);
  await vi.waitFor(async () =>
    expect(await ask(NEW)).toMatchObject({
      is_verified: true,
      is_core: true,
      is_scam: false,
      logo_url: logoUrl,
      name: "New",
    }),
  );
  expect(await ask(USDC)).toMatchObject({ is_verified: false, is_core: false, symbol: null });
});
