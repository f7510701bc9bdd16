import { chains } from "@portico/evm";
import rows from "./chainNumberings.json" with { type: "json" };

/** How a bridge numbers chains: by EIP-155, or by a table of its own. */
export type ChainNumbering = "cctp" | "eip155" | "layerzero" | "layerzero1";

interface Row {
  numbering: string;
  /** Slugs by number. */
  chains: Readonly<Record<string, string>>;
  source: string;
}

const byNumbering = new Map<string, ReadonlyMap<bigint, string>>([
  ["eip155", new Map(chains.map(({ chainId, slug }) => [BigInt(chainId), slug]))],
  ...(rows as Row[]).map(
    ({ numbering, chains: slugs }) =>
      [numbering, new Map(Object.entries(slugs).map(([number, slug]) => [BigInt(number), slug]))] as const,
  ),
]);

/** Slug of a chain by a bridge's number; undefined if it is none of the contract's. */
export const findNumberedChain = (numbering: ChainNumbering, number: bigint): string | undefined =>
  byNumbering.get(numbering)?.get(number);
