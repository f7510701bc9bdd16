import type { Address } from "@portico/evm";
import type { NftAmount, TokenAmount } from "@portico/transactions";

export type Nft = Omit<NftAmount, "rawAmount">;
/** A token, NATIVE_TOKEN for the coin; or an NFT. */
type Asset = Address | Nft;

/** What changes for one owner: what leaves is negative. */
export interface Changes {
  readonly tokens: readonly TokenAmount[];
  readonly nfts: readonly NftAmount[];
}

/** Who has what while a transaction runs. */
export interface Ledger {
  readonly read: (owner: string, asset: Asset) => bigint;
  readonly add: (owner: string, asset: Asset, rawAmount: bigint) => void;
  /** After it, by owner and asset: of whom and what it touched, or transactions before it. */
  readonly balances: ReadonlyMap<string, bigint>;
  readonly listChanges: (owner: string) => Changes;
}

export interface LedgerOptions {
  /** After the transactions before it. */
  readonly balances: ReadonlyMap<string, bigint>;
  /** Before all of them, of a token by its id. */
  readonly findHeld: (owner: string, asset: string | Nft) => bigint;
  /** The id that answers have a token by. */
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
