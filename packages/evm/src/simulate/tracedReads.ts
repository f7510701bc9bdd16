import { numberToHex } from "viem";
import type { Address, Hex } from "viem";
import { NATIVE_TOKEN, ZERO_ADDRESS } from "../nativeToken.ts";
import { sumMoved } from "./moved.ts";
import type { Scene } from "./scene.ts";
import type { BalanceChanges } from "./simulation.ts";
import type { TracedEffects } from "./traceResult.ts";

/** A view of a contract. */
export interface TracedRead {
  from: Address;
  to: Address;
  data: Hex;
  gas: Hex;
}

/** The reads that show what a traced transaction changed, and their meaning. Amounts are undefined for failed reads. */
export interface TracedReads {
  /** Before and after the transaction. */
  balances: readonly TracedRead[];
  /** After it. */
  probes: readonly TracedRead[];
  /** @returns undefined: unknown. */
  compare(amounts: {
    before: readonly (bigint | undefined)[];
    after: readonly (bigint | undefined)[];
    probed: readonly (bigint | undefined)[];
  }): BalanceChanges | undefined;
}

const READ_GAS = numberToHex(3_000_000);
const SUPPORTS_ERC721: Hex = `0x01ffc9a780ac58cd${"0".repeat(56)}`;
const SUPPORTS_ERC1155: Hex = `0x01ffc9a7d9b67a26${"0".repeat(56)}`;
const DECIMALS: Hex = "0x313ce567";
const PROBES = [SUPPORTS_ERC721, SUPPORTS_ERC1155, DECIMALS];

/** There are no logs: if an NFT may have moved, the changes are unknown. */
export function createTracedReads(scene: Scene, { coins, contracts, changed }: TracedEffects): TracedReads {
  const { owner, watched = [], nativeErc20 } = scene;
  const candidates = [...new Set([...contracts, ...watched])].filter((address) => address !== nativeErc20);
  const balanceOf: Hex = `0x70a08231${owner.slice(2).padStart(64, "0")}`;
  return {
    balances: candidates.map((to) => toRead(to, balanceOf)),
    probes: candidates.flatMap((to) => PROBES.map((data) => toRead(to, data))),
    compare({ before, after, probed }) {
      const tokens: BalanceChanges["tokens"] = [];
      for (const [index, token] of candidates.entries()) {
        const rawAmount = (after[index] ?? 0n) - (before[index] ?? 0n);
        const [isErc721, isErc1155, decimals] = probed.slice(index * PROBES.length, (index + 1) * PROBES.length);
        if ((isErc721 === 1n || isErc1155 === 1n) && changed.has(token)) return undefined;
        if (rawAmount === 0n) continue;
        if (decimals === undefined && !watched.includes(token)) return undefined; // may be an NFT from before ERC-165
        tokens.push({ token, rawAmount });
      }
      const native = sumMoved(coins, owner).tokens.filter(({ token }) => token === NATIVE_TOKEN);
      return { tokens: [...native, ...tokens], nfts: [] };
    },
  };
}

const toRead = (to: Address, data: Hex): TracedRead => ({ from: ZERO_ADDRESS, to, data, gas: READ_GAS });

/** The first word of a result; undefined: none. */
export const readWord = (output: Hex): bigint | undefined =>
  output.length < 66 ? undefined : BigInt(output.slice(0, 66));
