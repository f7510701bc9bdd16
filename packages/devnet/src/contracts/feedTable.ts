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

export const listFeeds = (chain: DevnetChain): DevnetFeed[] =>
  ROWS[chain].map(([asset, address]) => ({
    chain,
    asset,
    address,
    aggregator: nameAddress(`aggregator ${chain} ${asset}`),
    description: `${asset} / USD`, // matic's coin is POL now, but its feed kept the name
    decimals: 8,
  }));
