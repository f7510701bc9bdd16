import type { Address, Hex } from "@portico/evm";
import { encodePacked, keccak256 } from "viem";

/** A stream to an owner. */
export interface Stream {
  id: Hex;
  from: Address;
  /** 20 decimals. */
  amountPerSec: bigint;
}

/** A bytes32: the id of a stream. */
const isId = (key: string): key is Hex => key.length === 66;
/** The most payers and rates that are combined: their number squared is hashed. */
const MAX_KEYS = 200;

/**
 * The streams to an owner among the keys of its interactions: ids, payers and rates, in any order.
 * A stream's id is the hash of its payer, recipient and rate, so each payer is tried with each rate.
 */
export function findStreams(to: Address, keys: readonly string[]): Stream[] {
  const ids = new Set(keys.filter(isId));
  const numbers = keys.filter((key) => key !== "" && !isId(key)).slice(0, MAX_KEYS);
  const streams = new Map<Hex, Stream>();
  for (const payer of numbers)
    for (const rate of numbers) {
      const from: Address = `0x${BigInt(payer).toString(16).padStart(40, "0")}`;
      const amountPerSec = BigInt(rate);
      if (from.length > 42 || amountPerSec >= 2n ** 216n) continue;
      const id = keccak256(encodePacked(["address", "address", "uint216"], [from, to, amountPerSec]));
      if (ids.has(id)) streams.set(id, { id, from, amountPerSec });
    }
  return [...streams.values()];
}
