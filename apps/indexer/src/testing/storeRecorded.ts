import { NATIVE_TOKEN } from "@portico/evm";
import type { Chain } from "@portico/evm";
import {
  advanceChain,
  applyTokenList,
  ensureChainState,
  inTransaction,
  unknownToken,
  upsertTokens,
} from "@portico/store";
import type { Store } from "@portico/store";
import pino from "pino";
import { packBlocks } from "../chain/packedRange.ts";
import { storeRange } from "../chain/writeRange.ts";
import { listTokenSources, loadTokenLists } from "../tokenLists/loadTokenLists.ts";
import type { TokenLists } from "../tokenLists/loadTokenLists.ts";
import { describeNative } from "../tokens/describeNative.ts";
import { toRecordedBlock } from "./recordedBlock.ts";
import type { RecordedTransaction } from "./recordedBlock.ts";

export type { RecordedTransaction } from "./recordedBlock.ts";

/** The token lists that come with the indexer. */
export const loadLists = (): Promise<TokenLists> =>
  loadTokenLists(listTokenSources(undefined) ?? [], pino({ enabled: false }));

/**
 * Stores recorded transactions of a chain and its token lists, like an indexer whose node answers nothing else: there
 * are no balances and no metadata of contracts.
 */
export async function storeRecorded(
  db: Store,
  chain: Chain,
  transactions: readonly RecordedTransaction[],
  lists: TokenLists,
): Promise<void> {
  const ofBlocks = [...Map.groupBy(transactions, ({ tx }) => BigInt(tx.blockNumber))].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  await inTransaction(db, async (tx) => {
    const [startBlock] = ofBlocks[0]!;
    await ensureChainState(tx, { chain: chain.slug, chainId: chain.chainId, startBlock });
    await upsertTokens(tx, [describeNative(chain)]);
    for (const [, ofBlock] of ofBlocks) {
      const range = packBlocks(chain, [toRecordedBlock(chain, ofBlock)]);
      const fungibles = [...range.fungibles].filter((token) => token !== NATIVE_TOKEN);
      const tokens = fungibles.map((token) => unknownToken(chain.slug, token));
      const head = range.blocks.at(-1)!;
      await storeRange(tx, chain.slug, { ...range, tokens, sources: [], observations: new Map() });
      await advanceChain(tx, chain.slug, { logs: head, balances: head, targetBlock: head.blockNumber });
    }
    await applyTokenList(tx, chain.slug, lists.listFor(chain));
  });
}
