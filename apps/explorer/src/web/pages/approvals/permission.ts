import { shortAddress } from "@portico/client";
import type { NftContract, NftToken, Spender, UserNFTAuthorized, UserTokenAuthorized } from "@portico/client";
import { isUnlimited } from "../../parts/isUnlimited.ts";
import { plainText } from "@portico/ui/browser";

/** One permission of a spender. */
export interface Permission {
  readonly kind: "token" | "nft" | "collection";
  readonly chain: string;
  /** The token or NFT contract; a native token id if the coin has no known contract. */
  readonly contract: string;
  /** Of one NFT, as decimal text. */
  readonly innerId: string;
  readonly spender: string;
  /** The Permit2 contract if the permission is within it. */
  readonly permit2: string | null;
  /** When that ends, unix seconds; null: never. */
  readonly expiresAt: number | null;
  readonly name: string;
  /** Whole tokens; for NFTs, their current number. */
  readonly value: number | "unlimited";
  /** What could be taken now; 0 if there is nothing, or no price. */
  readonly exposureUsd: number;
  /** The owner's balance, in whole tokens or NFTs. */
  readonly balance: number;
  /** Unix seconds; null if it was before the first indexed block. */
  readonly changedAt: number | null;
}

/** A spender with one permission. */
export interface Grant {
  readonly spender: Spender;
  readonly permission: Permission;
}

export const listTokenGrants = (tokens: readonly UserTokenAuthorized[]): Grant[] =>
  tokens.flatMap(({ chain, id, symbol, name, balance, spenders }) =>
    spenders.map((spender) => ({
      spender,
      permission: {
        ...common(chain, spender),
        kind: "token",
        contract: id,
        name: plainText(symbol, 24) || plainText(name, 24) || shortAddress(id),
        value: isUnlimited(spender.value ?? 0) ? "unlimited" : (spender.value ?? 0),
        exposureUsd: spender.exposure_usd ?? 0,
        balance,
        permit2: spender.permit2_id ?? null,
        expiresAt: spender.expires_at ?? null,
      },
    })),
  );

export const listNftGrants = ({ tokens, contracts }: UserNFTAuthorized): Grant[] => [
  ...tokens.flatMap((nft) => nft.spenders.map((spender) => ({ spender, permission: nftPermission(nft, spender) }))),
  ...contracts.flatMap((one) =>
    one.spenders.map((spender) => ({ spender, permission: collectionPermission(one, spender) })),
  ),
];

const nftPermission = (nft: NftToken, spender: Spender): Permission => ({
  ...common(nft.chain, spender),
  kind: "nft",
  contract: nft.contract_id,
  innerId: nft.inner_id,
  name:
    plainText(nft.name) ||
    `${plainText(nft.contract_name) || shortAddress(nft.contract_id)} #${shortAddress(nft.inner_id)}`,
  value: 1,
  balance: Number(nft.amount),
});

const collectionPermission = (one: NftContract, spender: Spender): Permission => ({
  ...common(one.chain, spender),
  kind: "collection",
  contract: one.contract_id,
  name: plainText(one.contract_name) || shortAddress(one.contract_id),
  value: "unlimited",
  balance: Number(one.amount),
});

const common = (chain: string, { id, last_approve_at = null }: Spender) => ({
  chain,
  spender: id,
  innerId: "",
  permit2: null,
  expiresAt: null,
  exposureUsd: 0,
  changedAt: last_approve_at,
});
