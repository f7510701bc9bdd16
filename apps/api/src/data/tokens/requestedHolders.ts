import { NATIVE_TOKEN } from "@portico/evm";
import { readHolderScan } from "@portico/store";
import type { Holder, HolderQuery, HolderScan } from "@portico/store";
import type { Deps } from "../../deps.ts";
import { ServiceError } from "../../errors.ts";
import type { SyncedChain } from "../chains/chainSurvey.ts";

/** Seconds until a collection may have advanced. */
const RETRY_AFTER = "5";

/**
 * Holders of a token on a chain that is indexed for owners only, as the indexer collected them: see the store's
 * holderScans.ts.
 * @param synced - The chain's newest block.
 * @returns the holders, and the chain at the block of their balances.
 * @throws ServiceError upstream_error while they are collected, and if they can't be.
 */
export async function readRequestedHolders(
  { db, requestHolders }: Pick<Deps, "db" | "requestHolders">,
  query: HolderQuery,
  synced: SyncedChain,
): Promise<{ holders: Holder[]; block: SyncedChain }> {
  const { chain, token } = query;
  if (token === NATIVE_TOKEN) throw unknownHolders(chain, "the native coin has no logs that name them");
  const isRequested = await requestHolders(chain, token);
  const read = await readHolderScan(db, query);
  if (read === undefined && !isRequested) throw unknownHolders(chain, "those of too many tokens were requested");
  if (read?.block !== undefined) return { holders: read.holders, block: { ...synced, ...read.block, since: 0n } };
  if (read?.scan.refusal !== undefined) throw unknownHolders(chain, read.scan.refusal);
  const progress = `${toPercent(read?.scan, synced)} % of its logs are read`;
  throw new ServiceError("upstream_error", `The holders of this token on '${chain}' are being collected: ${progress}`, {
    headers: { "Retry-After": RETRY_AFTER },
  });
}

const unknownHolders = (chain: string, reason: string): ServiceError =>
  new ServiceError(
    "upstream_error",
    `The holders of this token are unknown, because only requested owners are indexed on '${chain}', and ${reason}`,
  );

/** Of the blocks from the token's first one; below 100 until the balances are read. */
function toPercent(scan: HolderScan | undefined, { blockNumber }: SyncedChain): bigint {
  if (scan?.fromBlock === undefined || scan.nextBlock === undefined || scan.fromBlock > blockNumber) return 0n;
  const percent = ((scan.nextBlock - scan.fromBlock) * 100n) / (blockNumber - scan.fromBlock + 1n);
  return percent > 99n ? 99n : percent;
}
