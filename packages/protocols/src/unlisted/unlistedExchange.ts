import { erc20Abi, v2FactoryAbi, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { chains } from "@portico/evm";
import { parseAbi } from "viem";
import { defineAdapter } from "../adapter.ts";
import type { Identity, OwnerContext, ReadContext } from "../adapter.ts";
import { claimAbi } from "../families/readPair.ts";
import type { Amount, Position } from "../position.ts";
import { toLower } from "../toLower.ts";
import { describeUnlisted } from "./describeUnlisted.ts";
import { identifyManagers, listRanges } from "./unlistedRanges.ts";

/** Factories of Solidly's forks: Aerodrome's and Velodrome's say isPool. */
const solidlyFactoryAbi = parseAbi([
  "function isPair(address pair) view returns (bool)",
  "function isPool(address pool) view returns (bool)",
]);

interface Pair {
  address: Address;
  factory: Address;
  tokens: readonly [Address, Address];
}

/**
 * Pairs and NFTs of ranges of exchanges that nobody listed, recognized by their form: a pair names its factory, and the
 * factory the pair. Anybody can deploy both, so a share is worth no more than its part of what the pair really holds.
 */
export const unlistedExchange = defineAdapter({
  id: "unlistedexchange",
  name: "Unlisted exchanges",
  siteUrl: "",
  category: "dex",
  readsUntrusted: true,
  isLast: true,
  isUnlisted: true,
  deployments: Object.fromEntries(chains.map(({ slug }) => [slug, {}])),

  async identify(context: ReadContext<unknown>, candidates: readonly Address[]) {
    const pairs = await readClaims(context, candidates);
    const { tryRead } = context;
    const [made, arePairs, arePools] = await Promise.all([
      tryRead(
        pairs.map(
          ({ factory, tokens }) =>
            ({ address: factory, abi: v2FactoryAbi, functionName: "getPair", args: tokens }) as const,
        ),
      ),
      tryRead(pairs.map(({ factory, address }) => isOf(factory, "isPair", address))),
      tryRead(pairs.map(({ factory, address }) => isOf(factory, "isPool", address))),
    ]);
    const proven = pairs.filter(
      ({ address }, index) =>
        made[index]?.toLowerCase() === address || arePairs[index] === true || arePools[index] === true,
    );
    const receipts = proven.map(({ address }): [Address, Identity] => [address, "receipt"]);
    const managers = (await identifyManagers(context, candidates)).map((address): [Address, Identity] => [
      address,
      "nft",
    ]);
    return new Map([...receipts, ...managers]);
  },

  async unwrap(context: ReadContext<unknown>, { token, rawAmount }: Amount) {
    const [pair] = await readClaims(context, [token]);
    return pair === undefined ? [{ token, rawAmount }] : readContents(context, pair, rawAmount);
  },

  async listPositions(context: OwnerContext<unknown>) {
    const pairs = await readClaims(context, context.receipts);
    const [shares, ranges] = await Promise.all([
      Promise.all(pairs.map((pair) => readShare(context, pair))),
      listRanges(context),
    ]);
    return [...shares.flat(), ...ranges];
  },
});

const isOf = (address: Address, functionName: "isPair" | "isPool", pair: Address) =>
  ({ address, abi: solidlyFactoryAbi, functionName, args: [pair] }) as const;

/** What candidates claim: a factory, and two tokens. */
async function readClaims({ tryRead }: ReadContext<unknown>, candidates: readonly Address[]): Promise<Pair[]> {
  const get = (functionName: "factory" | "token0" | "token1", of: readonly Address[]) =>
    tryRead(of.map((address) => ({ address, abi: claimAbi, functionName }) as const));
  const factories = await get("factory", candidates);
  const claiming = candidates.filter((_address, index) => (factories[index] ?? ZERO_ADDRESS) !== ZERO_ADDRESS);
  const factoryOf = new Map(candidates.map((address, index) => [address, factories[index]]));
  const [firsts, seconds] = await Promise.all([get("token0", claiming), get("token1", claiming)]);
  return claiming.flatMap((address, index): Pair[] => {
    const [factory, token0, token1] = [factoryOf.get(address), firsts[index], seconds[index]];
    if (factory === undefined || token0 === undefined || token1 === undefined) return [];
    if (toLower(token0) === toLower(token1)) return []; // its balance would count twice
    return [{ address, factory: toLower(factory), tokens: [toLower(token0), toLower(token1)] }];
  });
}

async function readShare(context: OwnerContext<unknown>, pair: Pair): Promise<Position[]> {
  const { owner, tryRead } = context;
  const { address, factory } = pair;
  const [[share = 0n], description] = await Promise.all([
    tryRead([{ address, abi: erc20Abi, functionName: "balanceOf", args: [owner] }]),
    describeUnlisted(context, "exchange", { named: address, address: factory }),
  ]);
  if (share === 0n) return [];
  const supplies = await readContents(context, pair, share);
  return [{ name: "Liquidity Pool", detail: { type: "common", supplies, description }, pool: { controller: address } }];
}

/** A share's part of the pair's balances: its reserves, and more than all shares, may be claimed. */
async function readContents(
  { tryRead }: ReadContext<unknown>,
  { address, tokens }: Pair,
  share: bigint,
): Promise<Amount[]> {
  const [[supply = 0n], balances] = await Promise.all([
    tryRead([{ address, abi: erc20Abi, functionName: "totalSupply" }]),
    tryRead(
      tokens.map((token) => ({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [address] }) as const),
    ),
  ]);
  const part = share < supply ? share : supply;
  return tokens.map((token, side) => ({
    token,
    rawAmount: supply === 0n ? 0n : ((balances[side] ?? 0n) * part) / supply,
  }));
}
