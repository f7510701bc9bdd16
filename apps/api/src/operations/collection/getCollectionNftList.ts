import { listChainStates, listContractNfts } from "@portico/store";
import { parseCollectionId, parseContractId } from "../../data/catalogue.ts";
import { requireSynced } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { nftItem } from "../../data/nfts/nftItem.ts";
import type { Operation } from "../../deps.ts";
import { quote, ServiceError } from "../../errors.ts";

/** GET /v1/collection/nft_list: by inner id. */
export const getCollectionNftList: Operation<"getCollectionNftList"> = async ({ query, reply }, { db }) => {
  const { chain_id: slug, id, start, limit } = query;
  const synced = requireSynced(slug, await listChainStates(db));
  const contract = parseContractId(id) ?? parseCollectionId(id, synced.chain);
  if (contract === undefined) {
    throw new ServiceError("invalid_address", `${quote(id)} is not the address of a contract on '${slug}'`);
  }
  const nfts = await listContractNfts(db, { chain: slug, contract, start, limit });
  const list = nfts.map((nft) => {
    const { protocol: _protocol, collection: _collection, total_supply: _supply, ...item } = nftItem(synced.chain, nft);
    return item;
  });
  return reply(200, list, chainsHeader({ synced: [synced] }));
};
