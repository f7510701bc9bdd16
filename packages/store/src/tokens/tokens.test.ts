import { afterAll, expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import { TOKEN_CHANNEL, readTokenNews } from "../notifications/channels.ts";
import { listen } from "../notifications/listen.ts";
import { notify } from "../notifications/notify.ts";
import { listPrices, listPricesByToken, replacePrices } from "../prices/prices.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { findToken, listTokenPage, listTokens, listTokensByAddress } from "./tokens.ts";
import { upsertTokens } from "./tokenWrites.ts";
import { unknownToken } from "./token.ts";
import type { Token } from "./token.ts";

const { db, url, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const usdc: Token = {
  chain: "eth",
  address: address(0xc),
  standard: "erc20",
  name: "USD Coin",
  symbol: "USDC",
  decimals: 6,
  logoUrl: "https://example.org/usdc.png",
  isVerified: true,
  isCore: true,
  timeAt: 1_533_324_504,
  protocolId: "circle",
  metadataBlock: 2n ** 60n + 1n,
  creator: address(0xdead),
  totalSupply: 2n ** 256n - 1n,
  isScam: false,
  isSuspicious: false,
};
const bare: Token = unknownToken("eth", address(0xd));

/** A channel's notifications while `work` ran, and until a final one of our own arrived. */
async function notificationsDuring(work: () => Promise<void>): Promise<string[]> {
  const notifications: string[] = [];
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const onNotify = (payload: string | undefined) =>
    payload === "over" ? resolve() : notifications.push(payload ?? "(load)");
  const stop = await listen(url, { channels: { [TOKEN_CHANNEL]: onNotify } });
  await work();
  await notify(db, TOKEN_CHANNEL, "over");
  await done;
  await stop();
  return notifications;
}

test("a token is read as it was written, with all fields or none", async () => {
  await upsertTokens(db, [usdc, bare]);
  expect(await findToken(db, "eth", usdc.address)).toEqual(usdc);
  expect(await listTokens(db, ["eth", "base"])).toEqual([usdc, bare]);
  expect(await listTokens(db, [])).toEqual([]);
  expect(await findToken(db, "base", usdc.address)).toBeUndefined();
});

test("hostile text is stored as text, and what PostgreSQL can't store becomes the replacement character", async () => {
  const name = `<script>'";--\\ \u202e evil \u0000 \ud800 \u{1f600} \n`;
  await upsertTokens(db, [{ ...bare, name, symbol: '{"a":null}' }]);
  const stored = await findToken(db, "eth", bare.address);
  expect(stored?.name).toBe(`<script>'";--\\ \u202e evil \ufffd \ufffd \u{1f600} \n`);
  expect(stored?.symbol).toBe('{"a":null}');
});

const digits = (token: Address): string => token.slice(2);

test("the channel is notified of changed tokens, and not at all without changes", async () => {
  await upsertTokens(db, [usdc, bare]);
  expect(await notificationsDuring(() => upsertTokens(db, [usdc, bare]))).toEqual(["(load)"]);
  expect(await notificationsDuring(() => upsertTokens(db, [{ ...usdc, decimals: 18 }, bare]))).toEqual([
    "(load)",
    `eth ${digits(usdc.address)}`,
  ]);
});

const many = (chain: string, from: number, count: number): Token[] =>
  Array.from({ length: count }, (_, i) => ({ ...bare, chain, address: address(from + i) }));

test("many tokens of several chains are all named, in payloads within PostgreSQL's limit", async () => {
  const tokens = [...many("base", 1000, 500), ...many("op", 1000, 181)];
  const notifications = (await notificationsDuring(() => upsertTokens(db, tokens))).slice(1);
  expect(notifications.every((word) => Buffer.byteLength(word) < 8000)).toBe(true);
  const news = notifications.map(readTokenNews);
  for (const chain of ["base", "op"]) {
    const named = news.filter((word) => word.chain === chain).flatMap(({ addresses }) => addresses ?? []);
    expect(named.toSorted()).toEqual(tokens.filter((token) => token.chain === chain).map((token) => token.address));
  }
});

test("for very many tokens only the chain is named, once", async () => {
  const notifications = await notificationsDuring(() => upsertTokens(db, many("arb", 1, 20_001)));
  expect(notifications).toEqual(["(load)", "arb"]);
  expect(readTokenNews("arb")).toEqual({ chain: "arb", addresses: undefined });
});

test("tokens are listed by address, without unknown ones", async () => {
  await upsertTokens(db, [usdc, bare]);
  const listed = await listTokensByAddress(db, "eth", [bare.address, address(0xfff), usdc.address]);
  expect(listed.toSorted((a, b) => (a.address < b.address ? -1 : 1))).toEqual([usdc, bare]);
  expect(await listTokensByAddress(db, "bsc", [usdc.address])).toEqual([]);
  expect(await listTokensByAddress(db, "eth", [])).toEqual([]);
});

test("the pages of a chain's tokens contain each once, by address", async () => {
  const tokens = many("scrl", 1, 7);
  await upsertTokens(db, [...tokens, ...many("taiko", 3, 2)]);
  const listed: Token[] = [];
  for (let page: Token[], after: Address | undefined; ; after = page.at(-1)?.address) {
    page = await listTokenPage(db, { chain: "scrl", after, limit: 3 });
    if (page.length === 0) break;
    listed.push(...page);
  }
  expect(listed).toEqual(tokens);
});

test("a chain's prices are replaced as a whole, and other chains keep theirs", async () => {
  const price = { token: usdc.address, usd: 0.9998, source: "chainlink", blockNumber: 7n, timeAt: 1_700_000_000 };
  const stored = { ...price, dayAgoUsd: null };
  await replacePrices(db, "base", [price]);
  await replacePrices(db, "eth", [price, { ...price, token: bare.address, usd: 1e-18 }]);
  expect(await listPrices(db, ["eth"])).toEqual([
    { chain: "eth", ...stored },
    { chain: "eth", ...stored, token: bare.address, usd: 1e-18 },
  ]);
  expect(await listPricesByToken(db, "eth", [bare.address, address(0xfff)])).toEqual([
    { chain: "eth", ...stored, token: bare.address, usd: 1e-18 },
  ]);
  expect(await listPricesByToken(db, "eth", [])).toEqual([]);
  await replacePrices(db, "eth", []);
  expect(await listPrices(db)).toEqual([{ chain: "base", ...stored }]);
});

test("the channel is notified of changed, new and removed prices, and not of a newer block alone", async () => {
  const price = { token: usdc.address, usd: 1, source: "chainlink", blockNumber: 7n, timeAt: 1_700_000_000 };
  const other = { ...price, token: bare.address };
  const [usdcNews, bareNews] = [`eth ${digits(usdc.address)}`, `eth ${digits(bare.address)}`];
  await replacePrices(db, "eth", [price]);
  expect(await notificationsDuring(() => replacePrices(db, "eth", [{ ...price, blockNumber: 8n }]))).toEqual([
    "(load)",
  ]);
  expect(await notificationsDuring(() => replacePrices(db, "eth", [{ ...price, usd: 1.01 }]))).toEqual([
    "(load)",
    usdcNews,
  ]);
  expect(await notificationsDuring(() => replacePrices(db, "eth", [{ ...price, usd: 1.01 }, other]))).toEqual([
    "(load)",
    bareNews,
  ]);
  expect(await notificationsDuring(() => replacePrices(db, "eth", [other]))).toEqual(["(load)", usdcNews]);
  const later = { ...other, timeAt: other.timeAt + 60 };
  expect(await notificationsDuring(() => replacePrices(db, "eth", [later]))).toEqual(["(load)", bareNews]);
});
