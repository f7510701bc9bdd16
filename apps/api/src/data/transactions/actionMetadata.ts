import type { Address, Chain } from "@portico/evm";
import { listNftDetails, unknownToken, type NftDetails } from "@portico/store";
import type { Action, NftAmount } from "@portico/transactions";
import type { ActionMetadata } from "@portico/wallet";
import type { Deps } from "../../deps.ts";
import { readContractProtocols, type NameDeps } from "../protocols/contractProtocol.ts";
import { nftCollection } from "../nfts/nftItem.ts";
import { SymbolGroup } from "../tokens/symbolGroups.ts";
import { TokenEntry } from "../tokens/tokenEntry.ts";
import { toRecord } from "../tokens/tokenRecord.ts";
import { txNft } from "./txNft.ts";
import { findMovedEntry, txToken } from "./txToken.ts";

type ActionDeps = NameDeps & Pick<Deps, "db">;

/**
 * Maximum NFTs of a response with metadata, and maximum characters of their pictures, which may be inline (`data:`).
 */
const NFTS_MAX = 100;
const CONTENT_MAX = 4_000_000;

/** Metadata of these actions, in one round. Unknown addresses use no memory, however often they are requested. */
export async function readActionMetadata(
  deps: ActionDeps,
  chain: Chain,
  actions: readonly Action[],
): Promise<ActionMetadata> {
  const ids = listNfts(actions).slice(0, NFTS_MAX);
  const nfts = ids.map((id) => ({ chain: chain.slug, ...id }));
  const [found, protocolOf] = await Promise.all([
    listNftDetails(deps.db, nfts),
    readContractProtocols(deps, chain.slug, listContracts(actions)),
  ]);
  const byKey = new Map(found.map((nft) => [keyOf(nft.contract, nft.tokenId), nft]));
  const limit = createContentLimit();
  const tokenOf = (token: Address) => findEntry(deps, chain, token);
  const metadataOf = ({ contract, tokenId }: NftAmount) =>
    tokenId === undefined ? byKey.get(keyOf(contract, ANY_TOKEN_ID)) : limit(byKey.get(keyOf(contract, tokenId)));
  return {
    chain: chain.slug,
    tokenOf: ({ token, rawAmount }) => txToken(findMovedEntry(token, { chain, tokenOf }), rawAmount),
    nftOf: (nft) => txNft(chain, nft, metadataOf(nft)),
    collectionOf: (contract) =>
      nftCollection(chain, { contract, collection: byKey.get(keyOf(contract, ANY_TOKEN_ID))?.collection }),
    contractOf: (id) => ({ id, protocol: protocolOf(id) }),
  };
}

/** The same NFT may be named very often. */
function createContentLimit(): (nft: NftDetails | undefined) => NftDetails | undefined {
  let left = CONTENT_MAX;
  return (nft) => {
    if (nft?.metadata === undefined) return nft;
    left -= nft.metadata.content?.length ?? 0;
    return left >= 0 ? nft : { ...nft, metadata: { ...nft.metadata, content: null } };
  };
}

const keyOf = (contract: Address, tokenId: bigint): string => `${contract}:${tokenId}`;

/** A token id that represents the collection, of which only the contract is needed. */
const ANY_TOKEN_ID = 0n;

function listNfts(actions: readonly Action[]): { contract: Address; tokenId: bigint }[] {
  const named = actions.flatMap((action): Pick<NftAmount, "contract" | "tokenId">[] => {
    if (action.type === "send_nft" || action.type === "approve_nft") return [action.nft];
    return action.type === "approve_collection" ? [{ contract: action.contract, tokenId: ANY_TOKEN_ID }] : [];
  });
  const ids = named.map(({ contract, tokenId = ANY_TOKEN_ID }) => ({ contract, tokenId }));
  return [...new Map(ids.map((id) => [keyOf(id.contract, id.tokenId), id])).values()];
}

/** Those whose protocol is shown. */
const listContracts = (actions: readonly Action[]): Address[] =>
  actions.flatMap((action) => ("spender" in action ? [action.spender] : action.type === "call" ? [action.to] : []));

function findEntry({ tokens }: ActionDeps, chain: Chain, token: Address): TokenEntry {
  const known = tokens.find(chain.slug, token);
  if (known !== undefined) return known;
  const record = toRecord(unknownToken(chain.slug, token));
  return new TokenEntry({ chain, token: record, price: undefined, group: new SymbolGroup(), generation: 0 });
}
