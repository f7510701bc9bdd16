import type { Address, Hex } from "viem";
import { toFunctionSelector } from "viem";
import aaveRows from "./aaveTokens.json" with { type: "json" };
import { NATIVE_TOKEN } from "./nativeToken.ts";

/** A token of 18 decimals with an on-chain rate to an underlying token. */
export interface RateToken {
  chain: string;
  /** Lower-case. */
  token: Address;
  /** May be NATIVE_TOKEN. */
  underlying: Address;
  /** Call data; the first word of the result is base units of the underlying for one whole token. */
  call: Hex;
}

/** A receipt of Aave: always one unit of its underlying. */
export interface AaveToken {
  chain: string;
  /** Name in the address book: "AaveV3Ethereum". */
  market: string;
  pool: Address;
  token: Address;
  underlying: Address;
}

const selector = (signature: string): Hex => toFunctionSelector(signature);
const ONE = (10n ** 18n).toString(16).padStart(64, "0");

const row = (chain: string, token: Address, underlying: Address, call: Hex): RateToken => ({
  chain,
  token,
  underlying,
  call,
});

const STETH: Address = "0xae7ab96520de3a18e5e111b5eaab095312d7fe84";

/**
 * Tokens that accrue against their underlying. Each call is a function of the token itself, in its verified source.
 * ERC-4626
 * vaults need no row: they are read directly.
 * @see https://docs.lido.fi/contracts/wsteth, https://docs.rocketpool.net, https://help.coinbase.com (cbETH, a
 * whitepaper),
 * https://etherfi.gitbook.io, https://docs.benqi.fi, https://github.com/wrapped-token/wBETH,
 * https://docs.swellnetwork.io
 */
const rateTokens: readonly RateToken[] = [
  row("eth", "0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0", STETH, selector("stEthPerToken()")), // wstETH
  row("eth", "0xae78736cd615f374d3085123a210448e74fc6393", NATIVE_TOKEN, selector("getExchangeRate()")), // rETH
  row("eth", "0xbe9895146f7af43049ca1c1ae358b0541ea49704", NATIVE_TOKEN, selector("exchangeRate()")), // cbETH
  row("eth", "0xa2e3356610840701bdf5611a53974510ae27e2e1", NATIVE_TOKEN, selector("exchangeRate()")), // wBETH
  row("eth", "0xcd5fe23c85820f7b72d0926fc9b05b43e359b7ee", NATIVE_TOKEN, selector("getRate()")), // weETH
  row("eth", "0xf951e335afb289353dc249e82926178eac7ded78", NATIVE_TOKEN, selector("swETHToETHRate()")), // swETH
  row(
    "bsc",
    "0xa2e3356610840701bdf5611a53974510ae27e2e1",
    "0x2170ed0880ac9a755fd29b2688956bd959f933f8",
    selector("exchangeRate()"),
  ), // wBETH
  row(
    "avax",
    "0x2b2c81e08f1af8835a78bb2a90ae924ace0ea4be",
    NATIVE_TOKEN,
    `${selector("getPooledAvaxByShares(uint256)")}${ONE}`,
  ), // sAVAX
];

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rateTokens.test.ts checks every row
const aaveTokens = aaveRows as readonly AaveToken[];

const ratesByChain = Map.groupBy(rateTokens, ({ chain }) => chain);
const aaveByChain = Map.groupBy(aaveTokens, ({ chain }) => chain);

export const listRateTokens = (chain: string): readonly RateToken[] => ratesByChain.get(chain) ?? [];

/** For every Aave market of the chain. Source: @bgd-labs/aave-address-book 4.44.22 (MIT), by scripts/priceFacts.ts. */
export const listAaveTokens = (chain: string): readonly AaveToken[] => aaveByChain.get(chain) ?? [];

const trusted = new Set([...rateTokens, ...aaveTokens].map(({ chain, token }) => `${chain} ${token}`));

/** Whether a token's rate is trusted by these tables. */
export const hasTrustedRate = (chain: string, token: Address): boolean => trusted.has(`${chain} ${token}`);
