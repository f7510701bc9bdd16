import { findChainState } from "@portico/store";
import type { Deps } from "../../deps.ts";
import type { PinnedChain } from "../chains/chainSurvey.ts";
import { NODE_WAIT_MS, waitForNode } from "../chains/waitForNode.ts";
import { stateUnavailable } from "./blockUnavailable.ts";
import { findEarlyState, hasState } from "./nodeState.ts";

/**
 * @throws ServiceError block_unavailable if there is no node, or it lacks the state of the chain's block, and
 * upstream_error if it fails.
 */
export async function requireState(
  { db, chainRpcs }: Pick<Deps, "chainRpcs" | "db">,
  { chain: { slug }, ...block }: PinnedChain,
): Promise<void> {
  const rpc = chainRpcs.find(slug)?.rpc;
  if (rpc !== undefined && (await waitForNode(slug, hasState(rpc, block), NODE_WAIT_MS))) return;
  const { blockNumber } = block;
  const head = (await findChainState(db, slug))?.balances?.blockNumber ?? blockNumber;
  throw stateUnavailable(slug, blockNumber, rpc === undefined ? head : await findEarlyState(rpc, blockNumber, head));
}
