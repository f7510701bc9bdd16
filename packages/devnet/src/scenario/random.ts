import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { hexToNumber, keccak256, slice, stringToHex } from "viem";

/** Pseudorandom numbers, deterministic by seed and name. */
export interface Random {
  /** 0 <= x < 1 */
  float(): number;
  /** An integer, both ends included. */
  int(from: number, to: number): number;
  chance(probability: number): boolean;
  /** Throws RangeError for an empty list. */
  pick<T>(list: readonly T[]): T;
  /** Mean 0, standard deviation 1. */
  normal(): number;
  /** Between `from` and `to`, log-uniformly distributed. */
  magnitude(from: number, to: number): number;
}

/**
 * @param name - Separates the streams of different consumers, so that an additional draw in one does not affect the
 * others.
 */
export function createRandom(seed: number, name: string): Random {
  const state = hexToNumber(slice(keccak256(stringToHex(`${seed} ${name}`)), 0, 4));
  const generator = xoroshiro128plus(state | 0);
  const float = () => uniformFloat64(generator);
  const int = (from: number, to: number) => uniformInt(generator, from, to);
  return {
    float,
    int,
    chance: (probability) => float() < probability,
    pick: <T>(list: readonly T[]) => {
      if (list.length === 0) throw new RangeError("The list to pick from is empty");
      return list[int(0, list.length - 1)] as T;
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - float())) * Math.cos(2 * Math.PI * float()),
    magnitude: (from, to) => from * (to / from) ** float(),
  };
}
