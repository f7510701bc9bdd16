import { readNftApprovals } from "@portico/store";
import { parseAddress } from "../../data/address.ts";
import { authorizedNfts } from "../../data/approvalNfts.ts";
import { requireSynced } from "../../data/chainSurvey.ts";
import { chainsHeader } from "../../data/chainsHeader.ts";
import type { Operation } from "../../deps.ts";

/** Stated in the contract. */
const OPERATORS_MAX = 10_000;

/** GET /v1/user/nft_authorized_list: an array of exactly one. */
export const getUserNftAuthorizedList: Operation<"getUserNftAuthorizedList"> = async ({ query, reply }, { db }) => {
  const { chain_id: chain } = query;
  const read = await readNftApprovals(db, { owner: parseAddress(query.id), chain, limit: OPERATORS_MAX });
  const synced = requireSynced(chain, read.reaches);
  return reply(200, [authorizedNfts(synced.chain, read)], chainsHeader({ synced: [synced] }));
};
