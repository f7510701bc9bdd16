import { NATIVE_TOKEN, readBalances, ZERO_ADDRESS } from "@portico/evm";
import { findChainState } from "@portico/store";
import type { Deps } from "../../deps.ts";
import type { PinnedChain } from "../chains/chainSurvey.ts";
import { readState, unknownState } from "./nodeState.ts";

/**
 * @throws ServiceError block_unavailable if there is no node, or it lacks the state of the chain's block, and
 * upstream_error if it fails.
 */
export async function requireState(
  { db, chainRpcs }: Pick<Deps, "chainRpcs" | "db">,
  { chain: { slug }, ...block }: PinnedChain,
): Promise<void> {
  const rpc = chainRpcs.find(slug)?.rpc;
  const probe = [{ owner: ZERO_ADDRESS, token: NATIVE_TOKEN }];
  if (rpc !== undefined && (await readState(slug, readBalances(rpc, probe, block))) !== null) return;
  const head = (await findChainState(db, slug))?.balances?.blockNumber;
  throw await unknownState(rpc, slug, block, head ?? block.blockNumber);
}
