import { NATIVE_TOKEN } from "@portico/evm";
import type { Address, ChainlinkFeed } from "@portico/evm";
import type { PriceObservation, PriceSource } from "@portico/store";
import { evaluatePrices } from "../evaluation/evaluatePrices.ts";
import { createPriceBook } from "../evaluation/priceBook.ts";
import type { PriceMetadata } from "../evaluation/priceMetadata.ts";
import type { PriceInputs } from "../evaluation/priceInputs.ts";
import type { TokenPrices } from "../evaluation/tokenPrice.ts";

/** When a scene is evaluated by default; its observations are from three hours before. */
export const NOW = 1_750_000_000;
export const LONG_AGO = NOW - 10_800;

export const toAddress = (n: number | bigint): Address => `0x${n.toString(16).padStart(40, "0")}`;
export const WRAPPED = toAddress(0xee);

export interface SceneToken {
  decimals: number | null;
  supply: bigint | null;
  isVerified: boolean;
  isScam: boolean;
}

/** A simulated chain: its native coin has the feed's price, tokens and sources are added by tests. */
export interface Scene {
  metadata: PriceMetadata;
  sources: PriceSource[];
  observations: PriceObservation[];
  /** A token of 18 decimals, with a supply of 1,000, unlisted. */
  addToken(token?: Partial<SceneToken>): Address;
  addFeed(token: Address, answer: bigint, row?: Partial<ChainlinkFeed>, timeAt?: number): Address;
  /** Base units of token0 and token1, and the time from which they apply. */
  addPair(token0: Address, token1: Address, ...observed: readonly Reserves[]): Address;
  addPool(token0: Address, token1: Address, ...observed: readonly SqrtPrice[]): Address;
  addRate(share: Address, underlying: Address, observed: Partial<PriceObservation>): void;
  observe(address: Address, observed: Partial<PriceObservation>): void;
  getPrices(inputs?: Partial<PriceInputs>): TokenPrices;
}

type Reserves = readonly [raw0: bigint, raw1: bigint, timeAt?: number, supply?: bigint];
type SqrtPrice = readonly [sqrtPrice: bigint, liquidity: bigint, timeAt?: number];

const NOTHING = { raw0: null, raw1: null, sqrtPrice: null, liquidity: null, supply: null };
const NO_SIDES = { token0: null, token1: null, fee: null, feed: null, phase: null, blockNumber: 0n };

/** @param coinUsd - The native coin's price; null for a chain without such a feed. */
export function createScene(coinUsd: number | null = 2000): Scene {
  const tokens = new Map<Address, SceneToken>();
  const feeds: Record<Address, ChainlinkFeed> = {};
  const [sources, observations]: [PriceSource[], PriceObservation[]] = [[], []];
  let created = 0x1000;
  const add = (source: Pick<PriceSource, "kind"> & Partial<PriceSource>): Address => {
    const address = source.address ?? toAddress(created++);
    sources.push({ ...NO_SIDES, ...source, address });
    return address;
  };
  const scene: Scene = {
    sources,
    observations,
    metadata: {
      wrappedToken: WRAPPED,
      nativeErc20: null,
      feeds,
      decimals: (token) => tokens.get(token)?.decimals ?? null,
      supply: (token) => tokens.get(token)?.supply ?? null,
      isScam: (token) => tokens.get(token)?.isScam ?? false,
      isVerified: (token) => tokens.get(token)?.isVerified ?? false,
    },
    addToken(token = {}) {
      const address = toAddress(created++);
      tokens.set(address, { decimals: 18, supply: 10n ** 21n, isVerified: false, isScam: false, ...token });
      return address;
    },
    addFeed(token, answer, row = {}, timeAt = NOW - 60) {
      const proxy = toAddress(created++);
      feeds[token] = { feed: proxy, description: "", heartbeatSeconds: 3600, decimals: 8, isPeg: false, ...row };
      const aggregator = add({ kind: "feed", feed: proxy, phase: 1 });
      scene.observe(aggregator, { raw0: answer, raw1: BigInt(timeAt), timeAt });
      return aggregator;
    },
    addPair(token0, token1, ...observed) {
      const address = add({ kind: "v2", token0, token1, fee: 3000 });
      for (const [raw0, raw1, timeAt = LONG_AGO, supply = null] of observed) {
        scene.observe(address, { raw0, raw1, timeAt, supply });
      }
      return address;
    },
    addPool(token0, token1, ...observed) {
      const address = add({ kind: "v3", token0, token1, fee: 3000 });
      for (const [sqrtPrice, liquidity, timeAt = LONG_AGO] of observed) {
        scene.observe(address, { sqrtPrice, liquidity, timeAt });
      }
      return address;
    },
    addRate(share, underlying, observed) {
      add({ kind: "rate", address: share, token0: underlying });
      scene.observe(share, observed);
    },
    observe(address, observed) {
      const timeAt = observed.timeAt ?? LONG_AGO;
      observations.push({ ...NOTHING, address, blockNumber: BigInt(timeAt), timeAt, ...observed });
    },
    getPrices: (inputs = {}) =>
      evaluatePrices(createPriceBook(sources, observations), scene.metadata, { timeAt: NOW, ...inputs }),
  };
  const coin = { decimals: 18, supply: null, isVerified: true, isScam: false };
  tokens.set(NATIVE_TOKEN, coin).set(WRAPPED, coin);
  if (coinUsd !== null) scene.addFeed(NATIVE_TOKEN, BigInt(Math.round(coinUsd * 1e8)));
  return scene;
}

/** Whole units in base units: `units(1.5, 6)` is 1500000n. */
export const units = (amount: number, decimals = 18): bigint =>
  (BigInt(Math.round(amount * 1e6)) * 10n ** BigInt(decimals)) / 1_000_000n;
