import type { Token, UserToken } from "@portico/contract";
import type { Address } from "@portico/evm";
import { replacePrices, unknownToken, upsertTokens, writeBalances } from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALICE, ETH_HEAD, MAX_UINT256 } from "../testing/fillStore.ts";
import { startFilledApi } from "../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;

/** Texts that could break a page, a terminal or a parser. */
const TEXTS = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</script><svg/onload=alert(1)>",
  "javascript:alert(1)//",
  "\u202egnp.exe\u202c",
  "US\u200bDC\u0000\u0007\u001b[31m",
  '{"a":"\\"}\\u0000',
  "\ud800 half a pair",
  "x".repeat(256),
];
const SCAM = address(0xbad_100);
const UNSEEN = address(0xbad_150);
const ENDLESS = address(0xbad_200);
const FINE = address(0xbad_300);

beforeAll(async () => {
  const judged = { isScam: false, isSuspicious: true, decimals: 18 };
  const hostile = TEXTS.map((text, n) => ({
    ...unknownToken("eth", address(0xbad_400 + n)),
    ...judged,
    name: text,
    symbol: text,
  }));
  const scam = { name: "Visit claim-usdt.com", symbol: "USDT", isScam: true, isSuspicious: true, decimals: 6 };
  await upsertTokens(api.db, [
    ...hostile,
    { ...unknownToken("eth", SCAM), ...scam },
    { ...unknownToken("eth", UNSEEN), name: "T\u200bether", symbol: "U\u200dSD\u2060T\u200f", decimals: 6 },
    { ...unknownToken("eth", ENDLESS), name: "Endless", symbol: "END", decimals: 0, totalSupply: MAX_UINT256 },
    { ...unknownToken("eth", FINE), name: "Fine", symbol: "FIN", decimals: 255, totalSupply: MAX_UINT256 },
  ]);
  const price = { source: "test", blockNumber: 1n, timeAt: 1 };
  await replacePrices(api.db, "eth", [{ ...price, token: ENDLESS, usd: 1e12 }]);
  const held = [...hostile.map((token) => token.address), SCAM, ENDLESS, FINE];
  await writeBalances(
    api.db,
    "eth",
    ETH_HEAD.blockNumber,
    held.map((token) => ({ owner: ALICE, token, rawAmount: MAX_UINT256 })),
  );
  await api.api.tokens.reload();
});

const list = () => api.get(`/v1/user/token_list?id=${ALICE}&chain_id=eth`);

test("X01 markup in a token's name and symbol is JSON data, and no browser renders the response as a page", async () => {
  const res = await list();
  expect(res.headers.get("content-type")).toMatch(/^application\/json/);
  expect(res.headers.get("x-content-type-options")).toBe("nosniff");
  const tokens = (await res.json()) as UserToken[];
  for (const [n, text] of TEXTS.entries()) {
    const shown = text.toWellFormed().replaceAll("\0", "\ufffd");
    expect(tokens.find(({ id }) => id === address(0xbad_400 + n))).toMatchObject({ name: shown, symbol: shown });
  }
});

test("X01 a symbol is shown without invisible characters, distinguished from the one it then resembles, and kept unchanged", async () => {
  const read = async (id: Address) => (await (await api.get(`/v1/token?chain_id=eth&id=${id}`)).json()) as Token;
  const shown = `USDT (${UNSEEN.slice(0, 8)}…${UNSEEN.slice(-4)})`;
  const expected = {
    name: "T\u200bether",
    symbol: "U\u200dSD\u2060T\u200f",
    display_symbol: shown,
    optimized_symbol: shown,
  };
  expect(await read(UNSEEN)).toMatchObject(expected);
  expect(await read(address(0xbad_404))).toMatchObject({ symbol: TEXTS[4], optimized_symbol: "gnp.exe" });
});

test("X01 it is the same alone, in a list of tokens and in a list of holdings", async () => {
  const [one, some, held] = await Promise.all([
    api.get(`/v1/token?chain_id=eth&id=${address(0xbad_400)}`),
    api.get(`/v1/token/list_by_ids?chain_id=eth&ids=${address(0xbad_400)}`),
    list(),
  ]);
  const token = (await one.json()) as Token;
  expect(await some.json()).toEqual([token]);
  expect(((await held.json()) as UserToken[]).find(({ id }) => id === token.id)).toMatchObject(token);
});

test("X03 a name that advertises a website is kept unchanged, and flagged", async () => {
  const token = (await (await api.get(`/v1/token?chain_id=eth&id=${SCAM}`)).json()) as Token;
  expect(token).toMatchObject({
    name: "Visit claim-usdt.com",
    symbol: "USDT",
    is_scam: true,
    is_suspicious: true,
    is_verified: false,
    is_core: false,
    logo_url: null,
    price: 0,
  });
});

test("X03 an unrated token is not reported as clean", async () => {
  const token = (await (await api.get(`/v1/token?chain_id=eth&id=${ENDLESS}`)).json()) as Token;
  expect(token).toMatchObject({ is_scam: null, is_suspicious: null });
});

test("X05 the largest balance is exact in its digits, and finite as a number", async () => {
  const res = await list();
  const text = await res.text();
  const tokens = JSON.parse(text) as UserToken[];
  for (const id of [ENDLESS, FINE]) {
    const token = tokens.find((one) => one.id === id);
    expect(token).toMatchObject({ raw_amount_str: String(MAX_UINT256), raw_amount_hex_str: `0x${"f".repeat(64)}` });
    expect([token?.amount, token?.usd_value, token?.total_supply].every(Number.isFinite)).toBe(true);
  }
  expect(text.split(`"raw_amount":${MAX_UINT256},`).length - 1).toBeGreaterThanOrEqual(TEXTS.length + 3);
  expect(tokens.find(({ id }) => id === ENDLESS)).toMatchObject({
    amount: 1.157920892373162e77,
    total_supply: 1.157920892373162e77,
  });
  expect(tokens.find(({ id }) => id === FINE)?.amount).toBeCloseTo(0);
});
