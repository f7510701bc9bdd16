import { type HistoryNft, shortAddress, type Token, type UserHistory } from "@portico/client";
import { plainText } from "@portico/ui/browser";

/** What a transaction moved or approved. Names are untrusted text, sanitised. */
export interface Asset {
  readonly kind: "token" | "nft" | "collection" | "unknown";
  /** As in the responses: an address, a native token id, an NFT's id. */
  readonly id: string;
  readonly chain: string;
  /** A token's symbol, an NFT's or a collection's name; its short id if it has none. */
  readonly name: string;
  /** The name of its kind: an NFT's collection; its own name otherwise. */
  readonly family: string;
  /** Empty for a native coin and for unknown assets. */
  readonly contract: string;
  readonly isVerified: boolean;
  readonly isScam: boolean;
  /** Whether it represents a deposit or a debt in a protocol. */
  readonly isDerived: boolean;
}

/** Looks a token up as the contract specifies: by chain first, since the same address can be two tokens. */
export function findAsset(dict: UserHistory["token_dict"], chain: string, id: string): Asset {
  const key = [`${chain}_token:${id}`, id].find((one) => Object.hasOwn(dict, one));
  const entry = key === undefined ? undefined : dict[key];
  if (entry === undefined)
    return { ...NOTHING, kind: "unknown", id, chain, name: shortAddress(id), family: shortAddress(id) };
  return "contract_id" in entry ? nftAsset(entry) : tokenAsset(entry);
}

const NOTHING = { contract: "", isVerified: false, isScam: false, isDerived: false };
const SYMBOL_LENGTH = 24;

function tokenAsset({ id, chain, optimized_symbol, name, is_verified, is_scam, is_wallet }: Token): Asset {
  const symbol = plainText(optimized_symbol, SYMBOL_LENGTH) || plainText(name ?? "", SYMBOL_LENGTH) || shortAddress(id);
  return {
    kind: "token",
    id,
    chain,
    name: symbol,
    family: symbol,
    contract: id.startsWith("0x") ? id : "",
    isVerified: is_verified,
    isScam: is_scam === true,
    isDerived: !is_wallet,
  };
}

function nftAsset({ id, chain, contract_id, inner_id, name, collection }: HistoryNft): Asset {
  const isWhole = inner_id === "";
  const family = plainText(collection?.name ?? "") || shortAddress(contract_id);
  return {
    kind: isWhole ? "collection" : "nft",
    id,
    chain,
    name: isWhole ? family : plainText(name) || `${family} #${shortAddress(inner_id)}`,
    family,
    contract: contract_id,
    isVerified: collection?.is_verified === true,
    isScam: collection?.is_scam === true,
    isDerived: false,
  };
}
