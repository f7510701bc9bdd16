import type { Address } from "@portico/evm";
import type { NftAmount, TokenAmount } from "@portico/transactions";

export type Nft = Omit<NftAmount, "rawAmount">;
/** A token, NATIVE_TOKEN for native coin; or an NFT. */
type Asset = Address | Nft;

/** One owner's changes: negative if it leaves. */
export interface Changes {
  readonly tokens: readonly TokenAmount[];
  readonly nfts: readonly NftAmount[];
}

/** Balances during a transaction. */
export interface Ledger {
  readonly read: (owner: string, asset: Asset) => bigint;
  readonly add: (owner: string, asset: Asset, rawAmount: bigint) => void;
  /** Balances afterwards, by owner and asset, of everything that it or earlier transactions changed. */
  readonly balances: ReadonlyMap<string, bigint>;
  readonly listChanges: (owner: string) => Changes;
}

export interface LedgerOptions {
  /** After earlier transactions. */
  readonly balances: ReadonlyMap<string, bigint>;
  /** Before all transactions, by token id. */
  readonly findHeld: (owner: string, asset: string | Nft) => bigint;
  /** A token's id in responses. */
  readonly tokenIdOf: (token: string) => string;
}

export function openLedger({ balances: before, findHeld, tokenIdOf }: LedgerOptions): Ledger {
  const balances = new Map(before);
  const changes = new Map<string, { readonly owner: string; readonly asset: Asset; readonly rawAmount: bigint }>();
  const idOf = (asset: Asset): string | Nft => (typeof asset === "string" ? tokenIdOf(asset) : asset);
  const keyOf = (owner: string, asset: Asset): string => {
    const id = idOf(asset);
    return `${owner} ${typeof id === "string" ? id : `${id.contract}:${id.tokenId}`}`;
  };
  const read: Ledger["read"] = (owner, asset) => balances.get(keyOf(owner, asset)) ?? findHeld(owner, idOf(asset));
  return {
    balances,
    read,
    add: (owner, asset, rawAmount) => {
      const key = keyOf(owner, asset);
      balances.set(key, read(owner, asset) + rawAmount);
      changes.set(key, { owner, asset, rawAmount: (changes.get(key)?.rawAmount ?? 0n) + rawAmount });
    },
    listChanges: (owner) => {
      const own = [...changes.values()].filter((change) => change.owner === owner && change.rawAmount !== 0n);
      return {
        tokens: own.flatMap(({ asset, rawAmount }) => (typeof asset === "string" ? { token: asset, rawAmount } : [])),
        nfts: own.flatMap(({ asset, rawAmount }) => (typeof asset === "string" ? [] : { ...asset, rawAmount })),
      };
    },
  };
}
