import {
  advanceChain,
  ensureChainState,
  replacePrices,
  unknownToken,
  upsertTokens,
  writeBalances,
  writeInitialScans,
  type Store,
} from "@portico/store";
import { getChain, NATIVE_TOKEN } from "@portico/evm";
import { ALICE, BOB } from "./client.ts";

const HEAD = { blockNumber: 19_000_000n, hash: `0x${"11".repeat(32)}`, timeAt: 1_763_700_000 } as const;
const ETHER = 10n ** 18n;

/** Alice has two ether and Bob has five, at 3000 USD each. */
export async function fillPortfolio(db: Store): Promise<void> {
  const token = { ...unknownToken("eth", NATIVE_TOKEN), standard: "native", symbol: "ETH", name: "Ether" } as const;
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  await upsertTokens(db, [{ ...token, decimals: 18, isVerified: true, isCore: true }]);
  await replacePrices(db, "eth", [{ token: NATIVE_TOKEN, usd: 3000, source: "chainlink", blockNumber: 1n, timeAt: 1 }]);
  await writeBalances(db, "eth", HEAD.blockNumber, [
    { owner: ALICE, token: NATIVE_TOKEN, rawAmount: 2n * ETHER },
    { owner: BOB, token: NATIVE_TOKEN, rawAmount: 5n * ETHER },
  ]);
  await writeInitialScans(db, "eth", { blockNumber: HEAD.blockNumber, listId: 1, owners: [ALICE, BOB], balances: [] });
  await advanceChain(db, "eth", { logs: HEAD, balances: HEAD });
}

/** Another served chain, on which neither has anything. */
export async function addEmptyChain(db: Store, slug: string): Promise<void> {
  await ensureChainState(db, { chain: slug, chainId: getChain(slug).chainId, startBlock: 0n });
  await writeInitialScans(db, slug, { blockNumber: HEAD.blockNumber, listId: 1, owners: [ALICE, BOB], balances: [] });
  await advanceChain(db, slug, { logs: HEAD, balances: HEAD });
}
