import type { Address } from "@portico/evm";
import rows from "./nftMarkets.json" with { type: "json" };

/** Contracts with the same events. */
export type NftMarket =
  | "blur"
  | "blur2"
  | "foundation"
  | "looksrare"
  | "looksrare2"
  | "punks"
  | "seaport"
  | "wyvern"
  | "x2y2";

interface Deployment {
  /** Slug. */
  chain: string;
  market: NftMarket;
  /** Lower-case. */
  address: Address;
}

/** Source: dist/addresses.json of @reservoir0x/sdk 0.0.372 (MIT), for the chains of packages/evm. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nftMarkets.test.ts checks every row
const deployments = rows as readonly Deployment[];

const byContract = new Map(deployments.map(({ chain, address, market }) => [`${chain} ${address}`, market]));

/** @param address - Lower-case. */
export const findNftMarket = (chain: string, address: Address): NftMarket | undefined =>
  byContract.get(`${chain} ${address}`);
