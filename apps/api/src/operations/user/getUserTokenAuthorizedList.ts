import { findChain, getPermit2 } from "@portico/evm";
import { listChainStates } from "@portico/store";
import { parseAddress } from "../../data/address.ts";
import { listAuthorizedTokens } from "../../data/approvals/approvals.ts";
import { readSpenderMetadata } from "../../data/approvals/spenderMetadata.ts";
import { noChain, requireSynced } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { parsePastPoint } from "../../data/past/pastPoint.ts";
import { readApprovalsAt } from "../../data/past/readApprovalsAt.ts";
import type { Operation } from "../../deps.ts";

/** Stated in the contract: an address can have a million. */
const APPROVALS_MAX = 10_000;

/** GET /v1/user/token_authorized_list: largest exposure first. */
export const getUserTokenAuthorizedList: Operation<"getUserTokenAuthorizedList"> = async ({ query, reply }, deps) => {
  const { chain_id: chain } = query;
  const owner = parseAddress(query.id);
  if (findChain(chain) === undefined) throw noChain(chain, await listChainStates(deps.db));
  const permit2 = getPermit2(chain);
  const approvalQuery = { owner, chain, permit2, limit: APPROVALS_MAX };
  const read = await readApprovalsAt(deps, approvalQuery, parsePastPoint(query, [chain]));
  const synced = requireSynced(chain, read.syncStatuses);
  const { approvals } = read;
  const spenders = approvals.map(({ spender }) => spender);
  const metadata = await readSpenderMetadata(deps, chain, spenders);
  const list = await listAuthorizedTokens(read.tokens, synced, { approvals, permit2, ...metadata });
  return reply(200, list, chainsHeader({ synced: [synced] }));
};
