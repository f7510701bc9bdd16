import type { Address } from "viem";
import generated from "./chainlinkFeeds.json" with { type: "json" };
import { NATIVE_TOKEN } from "./nativeToken.ts";

/** A Chainlink feed in US dollars. */
export interface ChainlinkFeed {
  /** Proxy address, lower-case. */
  feed: Address;
  /** Expected `description()`. */
  description: string;
  /** Maximum time between two rounds, s: an older answer is stale. */
  heartbeatSeconds: number;
  /** Expected `decimals()`; a feed with others is not this row's. */
  decimals: number;
  /** The feed prices what the token represents (WBTC: bitcoin), a peg that may break. */
  isPeg: boolean;
}

/** By token. */
export type ChainFeeds = Readonly<Record<Address, ChainlinkFeed>>;

const feed = (description: string, address: Address, heartbeatSeconds: number): ChainlinkFeed => ({
  feed: address,
  description,
  heartbeatSeconds,
  decimals: DECIMALS,
  isPeg: false,
});

const peg = (description: string, address: Address, heartbeatSeconds: number): ChainlinkFeed => ({
  ...feed(description, address, heartbeatSeconds),
  isPeg: true,
});

/** Of all USD feeds in this table. */
const DECIMALS = 8;

const HOUR = 3600;
const DAY = 86_400;
const TWENTY_MINUTES = 1200;

/** WBTC, tBTC and cbBTC are priced as bitcoin, as Aave does. */
const ethBitcoin = peg("BTC / USD", "0xf4030086522a5beea4988f8ca5b36dbc97bee88c", HOUR);
const baseBitcoin = peg("BTC / USD", "0x64c911996d3c6ac71f9b455b1e8e7266bcbd848f", TWENTY_MINUTES);
const arbBitcoin = peg("BTC / USD", "0x6ce185860a4963106506c203335a2910413708e9", DAY);
const arbUsdc = "0x50834f3163758fcc1df9973b6e91f0f0f0434ad3";
const opUsdc = "0x16a9fa2fda030272ce99b29cf780dfa30361e0f3";

/**
 * Rows with a verified heartbeat. Source: docs.chain.link/data-feeds/price-feeds/addresses, cross-checked against
 * @bgd-labs/aave-address-book 4.44.22 (MIT) and public deployments.
 */
const checkedFeeds: Readonly<Record<string, ChainFeeds>> = {
  eth: {
    [NATIVE_TOKEN]: feed("ETH / USD", "0x5f4ec3df9cbd43714fe2740f5e3616155c5b8419", HOUR),
    "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48": feed("USDC / USD", "0x8fffffd4afb6115b954bd326cbe7b4ba576818f6", DAY),
    "0xdac17f958d2ee523a2206206994597c13d831ec7": feed("USDT / USD", "0x3e7d1eab13ad0104d2750b8863b489d65364e32d", DAY),
    "0x6b175474e89094c44da98b954eedeac495271d0f": feed("DAI / USD", "0xaed0c38402a5d19df6e4c03f4e2dced6e29c1ee9", HOUR),
    "0x2260fac5e5542a773aa44fbcfedf7c193bc2c599": ethBitcoin,
    "0x18084fba666a33d37592fa2633fd49a74dd93a88": ethBitcoin,
    "0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf": ethBitcoin,
    "0x514910771af9ca656af840dff83e8264ecf986ca": feed(
      "LINK / USD",
      "0x2c1d072e956affc0d435cb7ac38ef18d24d9127c",
      HOUR,
    ),
    "0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9": feed(
      "AAVE / USD",
      "0x547a514d5e3769680ce22b2361c10ea13619e8a9",
      HOUR,
    ),
    "0x1f9840a85d5af5bf1d1762f925bdaddc4201f984": feed("UNI / USD", "0x553303d460ee0afb37edff9be42922d8ff63220e", HOUR),
    "0xd533a949740bb3306d119cc777fa900ba034cd52": feed("CRV / USD", "0xcd627aa160a6fa45eb793d19ef54f5062f20f33f", DAY),
    "0x111111111117dc0aa78b770fa6a738034120c302": feed(
      "1INCH / USD",
      "0xc929ad75b72593967de83e7f7cda0493458261d9",
      DAY,
    ),
    "0xae7ab96520de3a18e5e111b5eaab095312d7fe84": feed(
      "STETH / USD",
      "0xcfe54b5cd566ab89272946f602d76ea879cab4a8",
      HOUR,
    ),
  },
  base: {
    [NATIVE_TOKEN]: feed("ETH / USD", "0x71041dddad3595f9ced3dccfbe3d1f4b0a16bb70", TWENTY_MINUTES),
    "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913": feed("USDC / USD", "0x7e860098f58bbfc8648a4311b374b1d669a2bc6b", DAY),
    "0x50c5725949a6f0c72e6c4a641f24049a917db0cb": peg("DAI / USD", "0x591e79239a7d679378ec8c847e5038150364c78f", DAY),
    "0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf": baseBitcoin,
    "0x236aa50979d5f3de3bd1eeb40e81137f22ab794b": baseBitcoin,
    "0x0555e30da8f98308edb960aa94c0db47230d2b9c": baseBitcoin,
    "0x2ae3f1ec7f1f5012cfeab0185bfc7aa3cf0dec22": feed(
      "cbETH / USD",
      "0xd7818272b9e248357d13057aab0b417af31e817d",
      TWENTY_MINUTES,
    ),
    "0x88fb150bdc53a65fe94dea0c9ba0a6daf8c6e196": feed("LINK / USD", "0x17cab8fe31e32f08326e5e27412894e49b0f9d65", DAY),
    "0x63706e401c06ac8513145b7687a14804d17f814b": feed("AAVE / USD", "0x3d6774ef702a10b20fca8ed40fc022f7e4938e07", DAY),
  },
  arb: {
    [NATIVE_TOKEN]: feed("ETH / USD", "0x639fe6ab55c921f74e7fac1ee960c0b6293ba612", DAY),
    "0xaf88d065e77c8cc2239327c5edb3a432268e5831": feed("USDC / USD", arbUsdc, DAY),
    "0xff970a61a04b1ca14834a43f5de4533ebddb5cc8": peg("USDC / USD", arbUsdc, DAY),
    "0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9": feed("USDT / USD", "0x3f3f5df88dc9f13eac63df89ec16ef6e7e25dde7", DAY),
    "0xda10009cbd5d07dd0cecc66161fc93d7c9000da1": peg("DAI / USD", "0xc5c8e77b397e531b8ec06bfb0048328b30e9ecfb", DAY),
    "0x2f2a2543b76a4166549f7aab2e75bef0aefc5b0f": arbBitcoin,
    "0x6c84a8f1c29108f47a79964b5fe888d4f4d0de40": arbBitcoin,
    "0xf97f4df75117a78c1a5a0dbb814af92458539fb4": feed(
      "LINK / USD",
      "0x86e53cf1b870786351da77a57575e79cb55812cb",
      HOUR,
    ),
    "0x912ce59144191c1204e64559fe8253a0e49e6548": feed("ARB / USD", "0xb2a824043730fe05f3da2efafa1cbbe83fa548d6", DAY),
  },
  op: {
    [NATIVE_TOKEN]: feed("ETH / USD", "0x13e3ee699d1909e989722e753853ae30b17e08c5", TWENTY_MINUTES),
    "0x0b2c639c533813f4aa9d7837caf62653d097ff85": feed("USDC / USD", opUsdc, DAY),
    "0x7f5c764cbc14f9669b88837ca1490cca17c31607": peg("USDC / USD", opUsdc, DAY),
    "0x94b008aa00579c1307b0ef2c499ad98a8ce58e58": feed("USDT / USD", "0xecef79e109e997bca29c1c0897ec9d7b03647f5e", DAY),
    "0xda10009cbd5d07dd0cecc66161fc93d7c9000da1": peg("DAI / USD", "0x8dba75e83da73cc766a7e5a0ee71f656bab938d6", DAY),
    "0x68f180fcce6836688e9084f035309e29bf0a2095": peg(
      "BTC / USD",
      "0xd702dd976fb76fffc2d3963d037dfdae5b04e593",
      TWENTY_MINUTES,
    ),
    "0x350a791bfc2c21f9ed5d10980dad2e2638ffa7f6": feed(
      "LINK / USD",
      "0xcc232dcfaae6354ce191bd574108c1ad03f86450",
      TWENTY_MINUTES,
    ),
    "0x76fb31fb4af56892a25e32cfc43de717950c9278": feed(
      "AAVE / USD",
      "0x338ed6787f463394d24813b297401b9f05a8c9d1",
      TWENTY_MINUTES,
    ),
    "0x4200000000000000000000000000000000000042": feed(
      "OP / USD",
      "0x0d276fc14719f9292d5c1ea2198673d1f4269246",
      TWENTY_MINUTES,
    ),
  },
};

/** Others get the longest heartbeat of such feeds, so that none is considered stale too early. */
function complete(chain: string, rows: Readonly<Record<string, GeneratedFeed>>): ChainFeeds {
  const known = Object.values(checkedFeeds[chain] ?? {});
  const feeds = Object.entries(rows).map(([token, row]) => {
    const heartbeatSeconds = known.find(({ feed: proxy }) => proxy === row.feed)?.heartbeatSeconds ?? DAY;
    return [token, { ...row, heartbeatSeconds, decimals: DECIMALS }] as const;
  });
  return { ...Object.fromEntries(feeds), ...checkedFeeds[chain] };
}

type GeneratedFeed = Omit<ChainlinkFeed, "decimals" | "heartbeatSeconds">;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- chains.test.ts checks every row
const generatedFeeds = generated as Readonly<Record<string, Readonly<Record<string, GeneratedFeed>>>>;

/**
 * USD feeds by chain and token. The wrapped native token has none: it is priced as the native coin. Besides the rows
 * above,
 * chainlinkFeeds.json has the assets of Aave markets with a plain feed in @bgd-labs/aave-address-book 4.44.22 (MIT),
 * written by
 * scripts/priceFacts.ts.
 */
export const chainlinkFeeds: Readonly<Record<string, ChainFeeds>> = Object.fromEntries(
  [...new Set([...Object.keys(generatedFeeds), ...Object.keys(checkedFeeds)])].map((chain) => [
    chain,
    complete(chain, generatedFeeds[chain] ?? {}),
  ]),
);
