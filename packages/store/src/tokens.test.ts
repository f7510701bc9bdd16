import { afterAll, expect, test } from "vitest";
import type { Address } from "./bytea.ts";
import { TOKEN_CHANNEL } from "./channels.ts";
import { listen } from "./listen.ts";
import { notify } from "./notify.ts";
import { listPrices, replacePrices } from "./prices.ts";
import { createTestDatabase } from "./testing.ts";
import { findToken, listTokens, listUnknownTokens, upsertTokens } from "./tokens.ts";
import type { Token } from "./tokens.ts";

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
};
const bare: Token = {
  chain: "eth",
  address: address(0xd),
  standard: "erc20",
  name: null,
  symbol: null,
  decimals: null,
  logoUrl: null,
  isVerified: false,
  isCore: false,
  timeAt: null,
  protocolId: "",
  metadataBlock: null,
};

/** What a channel said while `work` ran, and until a last word of our own came through. */
async function heardDuring(work: () => Promise<void>): Promise<string[]> {
  const heard: string[] = [];
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const hear = (payload: string | undefined) => (payload === "over" ? resolve() : heard.push(payload ?? "(load)"));
  const stop = await listen(url, { channels: { [TOKEN_CHANNEL]: hear } });
  await work();
  await notify(db, TOKEN_CHANNEL, "over");
  await done;
  await stop();
  return heard;
}

test("a token comes back as it was given, with everything known or nothing", async () => {
  await upsertTokens(db, [usdc, bare]);
  expect(await findToken(db, "eth", usdc.address)).toEqual(usdc);
  expect(await listTokens(db, ["eth", "base"])).toEqual([usdc, bare]);
  expect(await listTokens(db, [])).toEqual([]);
  expect(await findToken(db, "base", usdc.address)).toBeUndefined();
});

test("hostile text is stored as text, and what PostgreSQL can't hold becomes the replacement character", async () => {
  const name = `<script>'";--\\ \u202e evil \u0000 \ud800 \u{1f600} \n`;
  await upsertTokens(db, [{ ...bare, name, symbol: '{"a":null}' }]);
  const stored = await findToken(db, "eth", bare.address);
  expect(stored?.name).toBe(`<script>'";--\\ \u202e evil \ufffd \ufffd \u{1f600} \n`);
  expect(stored?.symbol).toBe('{"a":null}');
});

test("the tokens that the store has never met are told apart", async () => {
  await upsertTokens(db, [usdc]);
  expect(await listUnknownTokens(db, "eth", [address(1), usdc.address, address(1), address(2)])).toEqual([
    address(1),
    address(2),
  ]);
  expect(await listUnknownTokens(db, "base", [usdc.address])).toEqual([usdc.address]);
  expect(await listUnknownTokens(db, "eth", [])).toEqual([]);
});

test("the channel hears of a token that changed, and nothing when none did", async () => {
  await upsertTokens(db, [usdc]);
  expect(await heardDuring(() => upsertTokens(db, [usdc]))).toEqual(["(load)"]);
  expect(await heardDuring(() => upsertTokens(db, [{ ...usdc, decimals: 18 }]))).toEqual(["(load)", "eth"]);
});

test("a chain's prices are replaced as a whole, and other chains keep theirs", async () => {
  const price = { token: usdc.address, usd: 0.9998, source: "chainlink", blockNumber: 7n, timeAt: 1_700_000_000 };
  await replacePrices(db, "base", [price]);
  await replacePrices(db, "eth", [price, { ...price, token: bare.address, usd: 1e-18 }]);
  expect(await listPrices(db, ["eth"])).toEqual([
    { chain: "eth", ...price },
    { chain: "eth", ...price, token: bare.address, usd: 1e-18 },
  ]);
  await replacePrices(db, "eth", []);
  expect(await listPrices(db)).toEqual([{ chain: "base", ...price }]);
});

test("the channel hears of a price that changed or went, and not of a newer block alone", async () => {
  const price = { token: usdc.address, usd: 1, source: "chainlink", blockNumber: 7n, timeAt: 1_700_000_000 };
  await replacePrices(db, "eth", [price]);
  expect(await heardDuring(() => replacePrices(db, "eth", [{ ...price, blockNumber: 8n }]))).toEqual(["(load)"]);
  expect(await heardDuring(() => replacePrices(db, "eth", [{ ...price, usd: 1.01 }]))).toEqual(["(load)", "eth"]);
  expect(await heardDuring(() => replacePrices(db, "eth", []))).toEqual(["(load)", "eth"]);
});
