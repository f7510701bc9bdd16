import type { Address } from "viem";
import type { DevnetChain } from "../chains.ts";
import type { Asset } from "./assets.ts";
import { nameAddress } from "./treasury.ts";

export interface DevnetFeed {
  chain: DevnetChain;
  asset: Asset;
  /** The proxy, which consumers read. */
  address: Address;
  /** The aggregator, which stores rounds and emits AnswerUpdated. */
  aggregator: Address;
  description: string;
  decimals: number;
}

/** Mainnet addresses, from data.chain.link. */
const ROWS: Record<DevnetChain, readonly (readonly [Asset, Address])[]> = {
  eth: [
    ["ETH", "0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419"],
    ["BTC", "0xF4030086522a5bEEa4988F8cA5B36dbC97BeE88c"],
    ["USDC", "0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6"],
    ["USDT", "0x3E7d1eAB13ad0104d2750B8863b489D65364e32D"],
    ["DAI", "0xAed0c38402a5d19df6E4c03F4E2DceD6e29c1ee9"],
    ["LINK", "0x2c1d072e956AFFC0D435Cb7AC38EF18d24d9127c"],
    ["UNI", "0x553303d460EE0afB37EdFf9bE42922D8FF63220e"],
    ["AAVE", "0x547a514d5e3769680Ce22B2361c10Ea13619e8a9"],
    ["SUSHI", "0xCc70F09A6CC17553b2E31954cD36E4A2d89501f7"],
    ["STETH", "0xCfE54B5cD566aB89272946F602D76Ea879CAb4a8"],
  ],
  base: [
    ["ETH", "0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70"],
    ["BTC", "0x64c911996D3c6aC71f9b455B1E8E7266BcbD848F"],
    ["USDC", "0x7e860098F58bBFC8648a4311b374B1D669a2bc6B"],
    ["DAI", "0x591e79239a7d679378eC8c847e5038150364C78F"],
    ["LINK", "0x17CAb8FE31E32f08326e5E27412894e49B0f9D65"],
  ],
  matic: [
    ["MATIC", "0xAB594600376Ec9fD91F8e885dADF0CE036862dE0"],
    ["USDC", "0xfE4A8cc5b5B2366C1B58Bea3858e81843581b2F7"],
  ],
};

/** Currencies at a constant rate; mainnet addresses of their feeds. */
const CURRENCIES: readonly (readonly [currency: string, address: Address, usd: number])[] = [
  ["EUR", "0xb49f677943BC038e9857d61E7d053CaA2C1734C1", 1.16],
  ["GBP", "0x5c0Ab2d9b5a7ed9f470386e82BB36A3613cDd4b5", 1.31],
  ["JPY", "0xBcE206caE7f0ec07b545EddE332A47C2F75bbeb3", 0.0064],
  ["CHF", "0x449d117117838fFA61263B61dA6301AA2a88B13A", 1.24],
  ["CAD", "0xa34317DB73e77d453b1B8d04550c44D10e981C8e", 0.71],
  ["AUD", "0x77F9710E7d0A19669A13c055F62cd80d313dF022", 0.65],
  ["CNY", "0xeF8A4aF35cd47424672E3C590aBD37FBB7A7759a", 0.14],
  ["KRW", "0x01435677FB11763550905594A16B645847C1d0F3", 0.00068],
];

export interface CurrencyFeed extends Omit<DevnetFeed, "asset"> {
  currency: string;
  /** For one unit. */
  usd: number;
}

/** They are on eth, as on mainnet. */
export const listCurrencyFeeds = (chain: DevnetChain): CurrencyFeed[] =>
  (chain === "eth" ? CURRENCIES : []).map(([currency, address, usd]) => ({
    chain,
    currency,
    address,
    aggregator: nameAddress(`aggregator ${chain} ${currency}`),
    description: `${currency} / USD`,
    decimals: 8,
    usd,
  }));

export const listFeeds = (chain: DevnetChain): DevnetFeed[] =>
  ROWS[chain].map(([asset, address]) => ({
    chain,
    asset,
    address,
    aggregator: nameAddress(`aggregator ${chain} ${asset}`),
    description: `${asset} / USD`, // matic's coin is POL now, but its feed kept the name
    decimals: 8,
  }));
