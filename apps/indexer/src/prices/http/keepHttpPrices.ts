import { findChainState, holdChain, inTransaction, listUnpricedTokens, writeHttpPrices } from "@portico/store";
import type { Address } from "@portico/evm";
import { createErrorText } from "../../errorText.ts";
import { keepGoing } from "../../keepGoing.ts";
import { askHttpPrices } from "./askHttpPrices.ts";
import type { HttpPriceSettings } from "./httpPriceSettings.ts";
import type { SideWork } from "../../sideWork.ts";

export interface HttpPriceJob extends Omit<SideWork, "rpc"> {
  settings: HttpPriceSettings;
}

/** Tokens asked for at once. */
const PAGE = 200;

/**
 * Keeps asking an operator's server for the prices of tokens that are held and that nothing on chain prices, until the
 * signal comes. What it answers counts for a day at most, and never in place of what the chain says. While it can't be
 * asked, only these prices grow old; and nothing it answers can change another.
 */
export async function keepHttpPrices(job: HttpPriceJob): Promise<void> {
  const { settings, log, signal } = job;
  const toText = createErrorText([settings.url]);
  const onError = (error: unknown): void =>
    log.warn({ reason: toText(error) }, "PORTICO_PRICE_URL gave no prices; trying again");
  await keepGoing({ signal, restMs: settings.everyMs, onError }, async () => {
    await readHttpPrices(job);
    return "rest";
  });
}

/** One round: every such token, page by page. @throws what askHttpPrices and the store throw. */
export async function readHttpPrices({ db, chain, signal, settings }: HttpPriceJob): Promise<void> {
  let after: Address | undefined;
  do {
    const head = (await findChainState(db, chain.id))?.balances;
    if (head === undefined || signal.aborted) return;
    const asked = await listUnpricedTokens(db, chain.id, { limit: PAGE, after });
    if (asked.length === 0) return;
    const prices = await askHttpPrices(settings, { chain, tokens: asked, timeAt: head.timeAt, signal });
    await inTransaction(db, async (tx) => {
      await holdChain(tx, chain.id);
      await writeHttpPrices(tx, chain.id, head, { asked, prices });
    });
    after = asked.length < PAGE ? undefined : asked.at(-1);
  } while (after !== undefined);
}
