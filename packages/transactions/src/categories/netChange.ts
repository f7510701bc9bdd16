import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Movement } from "../movement.ts";

export type Transfer = Movement & { kind: "nft" | "token" };

/** An asset that an owner gained or lost. */
export interface NetAsset {
  /** A token, or an NFT's contract and id. */
  id: string;
  contract: Address;
  isNft: boolean;
  /** Whether it was minted to the owner or burnt by it: the other side was always the zero address. */
  isFromZero: boolean;
  /** Whether a counterparty minted it before, or burnt it after. */
  isFromZeroVia: boolean;
  /** The other sides, except the zero address. */
  parties: readonly Address[];
  /** Base units; never 0. */
  change: bigint;
}

/** Tokens that counterparties of the owner minted and burnt in the transaction. */
export interface Via {
  minted: ReadonlySet<Address>;
  burnt: ReadonlySet<Address>;
}

export const NOTHING_VIA: Via = { minted: new Set(), burnt: new Set() };

/** What an owner gained and lost, by asset. */
export interface NetChange {
  gains: readonly NetAsset[];
  losses: readonly NetAsset[];
}

/** The transfers from or to an owner. */
export const listOwnTransfers = (owner: Address, movements: readonly Movement[]): Transfer[] =>
  movements.filter(
    (movement): movement is Transfer =>
      (movement.kind === "token" || movement.kind === "nft") && (movement.from === owner || movement.to === owner),
  );

export function sumTransfers(owner: Address, transfers: readonly Transfer[], via: Via = NOTHING_VIA): NetChange {
  const assets = [...Map.groupBy(transfers, toId).values()].map((same) => sumAsset(owner, same, via));
  return { gains: assets.filter(({ change }) => change > 0n), losses: assets.filter(({ change }) => change < 0n) };
}

const toId = (one: Transfer): string => (one.kind === "token" ? one.token : `${one.contract} ${one.tokenId}`);

function sumAsset(owner: Address, same: readonly Transfer[], via: Via): NetAsset {
  const first = same[0]!;
  const others = same.map(({ from, to }) => (from === owner ? to : from));
  const change = same.reduce((sum, one) => sum + changeOf(owner, one), 0n);
  const contract = first.kind === "token" ? first.token : first.contract;
  return {
    id: toId(first),
    contract,
    isNft: first.kind === "nft",
    isFromZero: others.every((other) => other === ZERO_ADDRESS),
    parties: [...new Set(others)].filter((other) => other !== ZERO_ADDRESS),
    isFromZeroVia: first.kind === "token" && (change > 0n ? via.minted : via.burnt).has(contract),
    change,
  };
}

const changeOf = (owner: Address, { from, to, rawAmount }: Transfer): bigint =>
  (to === owner ? rawAmount : 0n) - (from === owner ? rawAmount : 0n);
