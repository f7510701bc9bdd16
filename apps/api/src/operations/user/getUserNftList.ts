import { readOwnerNfts } from "@portico/store";
import { parseAddress } from "../../data/address.ts";
import { requireSynced } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { listUserNfts } from "../../data/nfts/nfts.ts";
import type { Operation } from "../../deps.ts";

/** GET /v1/user/nft_list: by contract and inner id. */
export const getUserNftList: Operation<"getUserNftList"> = async ({ query, reply }, deps) => {
  const owner = parseAddress(query.id);
  const read = await readOwnerNfts(deps.db, { owner, chains: [query.chain_id], isVerifiedOnly: !query.is_all });
  const synced = requireSynced(query.chain_id, read.syncStatuses);
  return reply(200, await listUserNfts(deps, synced, read), chainsHeader({ synced: [synced] }));
};
