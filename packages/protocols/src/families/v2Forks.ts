import { chains, listPoolFactories } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { UniswapV2Contracts } from "./readPair.ts";
import { toLower } from "../toLower.ts";

/** Forks whose protocol fee differs from Uniswap's. @see "PancakePair._mintFee of PancakeSwap's exchange protocol" */
const protocolShares: Readonly<Record<string, readonly [number, number]>> = { pancakeswap: [8, 25] };

/** Deployments of a Uniswap V2 fork, by chain slug; poolFactories.json of packages/evm names the sources. */
export const listV2Deployments = (dex: string): Record<string, UniswapV2Contracts> =>
  Object.fromEntries(
    chains.flatMap(({ slug }) =>
      listForks(slug).flatMap((fork) => (fork.dex === dex ? [[slug, fork.contracts] as const] : [])),
    ),
  );

/** The fork of a factory, if it is trusted. */
export const findV2Fork = (chain: string, factory: Address): UniswapV2Contracts | undefined =>
  listForks(chain).find(({ contracts }) => contracts.factory === toLower(factory))?.contracts;

const listForks = (chain: string): { dex: string; contracts: UniswapV2Contracts }[] =>
  listPoolFactories(chain).flatMap(({ dex, kind, factory }) => {
    const protocolShare = protocolShares[dex];
    return kind === "v2" ? [{ dex, contracts: { factory, ...(protocolShare && { protocolShare }) } }] : [];
  });
