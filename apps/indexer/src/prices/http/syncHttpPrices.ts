import { findChainState, holdChain, inTransaction, listUnpricedTokens, writeHttpPrices } from "@portico/store";
import type { Address } from "@portico/evm";
import { createErrorText } from "../../errorText.ts";
import { runRounds } from "../../runRounds.ts";
import { fetchHttpPrices } from "./fetchHttpPrices.ts";
import type { HttpPriceSettings } from "./httpPriceSettings.ts";
import type { SideWork } from "../../sideWork.ts";

export interface HttpPriceJob extends Omit<SideWork, "rpc"> {
  settings: HttpPriceSettings;
}

/** Tokens requested at once. */
const PAGE = 200;

/**
 * Keeps requesting prices from an operator's server for held tokens without an on-chain price, until the signal aborts.
 * Its prices are valid for a day at most, and never replace on-chain prices. While it is unavailable, only these prices
 * get stale; its responses can't change any other.
 */
export async function syncHttpPrices(job: HttpPriceJob): Promise<void> {
  const { settings, log, signal } = job;
  const toText = createErrorText([settings.url]);
  const onError = (error: unknown): void =>
    log.warn({ reason: toText(error) }, "reading prices from PORTICO_PRICE_URL failed; retrying");
  await runRounds({ signal, pauseMs: settings.everyMs, onError }, async () => {
    await readHttpPrices(job);
    return "rest";
  });
}

/**
 * One round: all such tokens, page by page.
 * @throws what fetchHttpPrices and the store throw.
 */
export async function readHttpPrices({ db, chain, signal, settings }: HttpPriceJob): Promise<void> {
  let after: Address | undefined;
  do {
    const head = (await findChainState(db, chain.slug))?.balances;
    if (head === undefined || signal.aborted) return;
    const unpriced = await listUnpricedTokens(db, chain.slug, { limit: PAGE, after });
    if (unpriced.length === 0) return;
    const prices = await fetchHttpPrices(settings, { chain, tokens: unpriced, timeAt: head.timeAt, signal });
    await inTransaction(db, async (tx) => {
      await holdChain(tx, chain.slug);
      await writeHttpPrices(tx, chain.slug, head, { requested: unpriced, prices });
    });
    after = unpriced.length < PAGE ? undefined : unpriced.at(-1);
  } while (after !== undefined);
}
