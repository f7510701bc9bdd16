import type { UserNft } from "@portico/contract";
import { toAmount, type Address } from "@portico/evm";
import type { OwnedNft, OwnerNftRead } from "@portico/store";
import type { SyncedChain } from "../chains/chainSurvey.ts";
import type { Deps } from "../../deps.ts";
import { readLowestSales } from "./lowestSales.ts";
import { nftItem } from "./nftItem.ts";
import type { TokenEntry } from "../tokens/tokenEntry.ts";

/** An owner's NFTs on one synced chain, by contract and inner id. */
export async function listUserNfts(
  { db, tokens, protocols }: Pick<Deps, "db" | "protocols" | "tokens">,
  synced: SyncedChain,
  read: Pick<OwnerNftRead, "nfts">,
): Promise<UserNft[]> {
  const { chain } = synced;
  const nfts = read.nfts.filter((nft) => nft.chain === chain.slug);
  const payTokens = [...new Set(nfts.flatMap(({ lastSale }) => lastSale?.payToken ?? []))];
  const contracts = nfts.map(({ contract }) => contract);
  const [entries, lowest] = await Promise.all([
    tokens.resolve(chain, payTokens),
    readLowestSales({ db, tokens }, synced, contracts),
  ]);
  const byToken = new Map(payTokens.map((token, index) => [token, entries[index]!]));
  return nfts.map((nft) => ({
    ...nftItem(chain, nft, lowest.get(nft.contract) ?? null),
    protocol: toProtocolResponse(protocols, nft),
    amount: toAmount(nft.rawAmount, 0),
    ...toPriceResponse(nft, byToken),
  }));
}

/** The protocol whose position the NFT is. */
function toProtocolResponse(protocols: Deps["protocols"], { chain, contract }: OwnedNft): UserNft["protocol"] {
  const deployed = protocols.findByNft(chain, contract);
  return deployed === undefined ? null : protocols.toResponse(deployed.id);
}

/** The price of the last sale per item, and its current worth. */
function toPriceResponse(
  { lastSale }: OwnedNft,
  entries: ReadonlyMap<Address, TokenEntry>,
): Pick<UserNft, "pay_token" | "usd_price"> {
  const entry = lastSale && entries.get(lastSale.payToken);
  if (entry === undefined) return { usd_price: 0, pay_token: null };
  const amount = toAmount(lastSale?.rawAmount ?? 0n, entry.decimals);
  return { usd_price: amount * entry.price, pay_token: payToken(entry, amount) };
}

function payToken(entry: TokenEntry, amount: number): NonNullable<UserNft["pay_token"]> {
  const { id, chain, name, symbol, display_symbol, optimized_symbol, decimals, ...rest } = entry.toResponse();
  const { logo_url, is_verified, is_core, price, time_at } = rest;
  const text = { id, chain, name, symbol, display_symbol, optimized_symbol, decimals, logo_url };
  return { ...text, is_verified, is_core, price, time_at, amount };
}
