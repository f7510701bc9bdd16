import { sql } from "kysely";
import { rewindApprovals } from "./approvalRewind.ts";
import { rewindAccountCodes } from "../contracts/accountCodes.ts";
import { rewindContractLinks } from "../contracts/contractLinks.ts";
import { rewindBalances } from "./balanceRewind.ts";
import { advanceChain } from "../chains/chains.ts";
import type { BlockRef } from "../chains/chains.ts";
import type { Store } from "../database/database.ts";
import { rewindNfts } from "./nftRewind.ts";
import { rewindPositions } from "../positions/positionReads.ts";
import { rewindPrices } from "./priceRewind.ts";
import { rewindProtocolContracts } from "../protocols/protocolContracts.ts";
import { rewindDrift } from "../balances/tokenDrift.ts";
import { rewindResiduals } from "./residualRewind.ts";
import { rewindPools } from "../protocols/protocolStats.ts";
import { rewindInitialScans } from "../balances/initialScans.ts";
import { rewindOwnerEvents } from "../ownerEvents/rewindOwnerEvents.ts";
import { rewindFollowedOwners } from "../owners/followedOwners.ts";
import { rewindHolderScans } from "../owners/holderScans.ts";
import { rewindTokens } from "../tokens/tokenWrites.ts";
import { rewindTwins } from "../tokens/tokenTwins.ts";
import { rewindInteractions } from "../positions/interactions.ts";

/**
 * Deletes the data after a block, which becomes the cursor: appended rows are deleted, and everything read after it
 * waits to be read again. The block of the balances stays until those reads are done: do them in the same transaction,
 * or set it to null. Call it in a transaction that holds the chain (`lockCursor`).
 * Appended rows are found by BRIN indexes, balances by a scan: it takes 0.08 s per million, and an index would cost
 * every write. A b-tree on a column that every update changes prevents HOT updates; a BRIN on rows that are updated all
 * over the table soon excludes no pages.
 */
export async function rewindChain(db: Store, chain: string, fork: BlockRef): Promise<void> {
  await rewindOwnerEvents(db, chain, fork.blockNumber);
  await rewindNfts(db, chain, fork);
  await rewindApprovals(db, chain, fork);
  await rewindInitialScans(db, chain, fork.blockNumber);
  await rewindFollowedOwners(db, chain, fork.blockNumber);
  await rewindHolderScans(db, chain, fork.blockNumber);
  await rewindTokens(db, chain, fork);
  await rewindTwins(db, chain, fork.blockNumber);
  await rewindPrices(db, chain, fork);
  await rewindInteractions(db, chain, fork.blockNumber);
  await rewindProtocolContracts(db, chain, fork.blockNumber);
  await rewindAccountCodes(db, chain, fork.blockNumber);
  await rewindContractLinks(db, chain, fork.blockNumber);
  await rewindPools(db, chain, fork.blockNumber);
  await rewindPositions(db, chain, fork);
  await rewindResiduals(db, chain, fork.blockNumber);
  await rewindDrift(db, chain, fork.blockNumber);
  await rewindBalances(db, chain, fork.blockNumber);
  for (const table of ["leg", "token_log", "wrap_repair", "contract", "transaction", "block"]) {
    await sql`
      delete from ${sql.table(table)} where chain = ${chain} and block_number > ${fork.blockNumber}`.execute(db);
  }
  await advanceChain(db, chain, { logs: fork });
}
