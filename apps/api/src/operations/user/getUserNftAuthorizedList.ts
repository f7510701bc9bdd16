import { parseAddress } from "../../data/address.ts";
import { authorizedNfts } from "../../data/approvals/approvalNfts.ts";
import { requireSynced } from "../../data/chains/chainSurvey.ts";
import { readSpenderMetadata } from "../../data/approvals/spenderMetadata.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { parsePastPoint } from "../../data/past/pastPoint.ts";
import { readNftApprovalsAt } from "../../data/past/readNftApprovalsAt.ts";
import type { Operation } from "../../deps.ts";

/** Stated in the contract. */
const OPERATORS_MAX = 10_000;

/** GET /v1/user/nft_authorized_list: an array of exactly one. */
export const getUserNftAuthorizedList: Operation<"getUserNftAuthorizedList"> = async ({ query, reply }, deps) => {
  const { chain_id: chain } = query;
  const approvalQuery = { owner: parseAddress(query.id), chain, limit: OPERATORS_MAX };
  const read = await readNftApprovalsAt(deps, approvalQuery, parsePastPoint(query, [chain]));
  const synced = requireSynced(chain, read.syncStatuses);
  const spenders = [...read.approvals.map(({ spender }) => spender), ...read.operators.map(({ operator }) => operator)];
  const metadata = await readSpenderMetadata(deps, chain, spenders);
  return reply(200, [authorizedNfts(synced.chain, read, metadata)], chainsHeader({ synced: [synced] }));
};
