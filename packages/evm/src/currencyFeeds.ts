import type { Address } from "viem";
import { chainlinkFeeds } from "./chainlinkFeeds.ts";

/** A Chainlink feed of a currency in US dollars. */
export interface CurrencyFeed {
  /** ISO 4217, or the symbol of a coin. */
  currency: string;
  /** Proxy address, lower-case. */
  feed: Address;
  /** Expected `description()`. */
  description: string;
  /** Maximum time between two rounds, s: an older answer is stale. */
  heartbeatSeconds: number;
  /** Expected `decimals()`. */
  decimals: number;
}

/** Currencies that values can be shown in, by id. */
export const currencyNames: Readonly<Record<string, string>> = {
  EUR: "Euro",
  GBP: "Pound sterling",
  JPY: "Yen",
  CHF: "Swiss franc",
  CAD: "Canadian dollar",
  AUD: "Australian dollar",
  CNY: "Renminbi",
  KRW: "Won",
  BTC: "Bitcoin",
  ETH: "Ether",
};

const [DAY, DECIMALS] = [86_400, 8];

/**
 * Of national currencies. Source: docs.chain.link/data-feeds/price-feeds/addresses, compared with public deployments
 * that read them. What a feed says of itself is checked before it counts.
 */
const NATIONAL: Readonly<Record<string, Readonly<Record<string, Address>>>> = {
  eth: {
    EUR: "0xb49f677943bc038e9857d61e7d053caa2c1734c1",
    GBP: "0x5c0ab2d9b5a7ed9f470386e82bb36a3613cdd4b5",
    JPY: "0xbce206cae7f0ec07b545edde332a47c2f75bbeb3",
    CHF: "0x449d117117838ffa61263b61da6301aa2a88b13a",
    CAD: "0xa34317db73e77d453b1b8d04550c44d10e981c8e",
    AUD: "0x77f9710e7d0a19669a13c055f62cd80d313df022",
    CNY: "0xef8a4af35cd47424672e3c590abd37fbb7a7759a",
    KRW: "0x01435677fb11763550905594a16b645847c1d0f3",
  },
};

/** Coins that are priced on many chains already. */
const COINS = ["BTC", "ETH"];

/** The currencies' feeds on a chain, each currency once. */
export function listCurrencyFeeds(chain: string): CurrencyFeed[] {
  const national = Object.entries(NATIONAL[chain] ?? {}).map(([currency, feed]): CurrencyFeed => {
    return { currency, feed, description: `${currency} / USD`, heartbeatSeconds: DAY, decimals: DECIMALS };
  });
  const coins = COINS.flatMap((currency): CurrencyFeed[] => {
    const found = Object.values(chainlinkFeeds[chain] ?? {}).find((row) => row.description === `${currency} / USD`);
    if (found === undefined) return [];
    const { feed, description, heartbeatSeconds, decimals } = found;
    return [{ currency, feed, description, heartbeatSeconds, decimals }];
  });
  return [...national, ...coins];
}
