import type { TransactionFacts } from "../../../facts.ts";
import type { HistoryEvent } from "../history/listEvents.ts";

const NOBODY = `0x${"0".repeat(40)}`;
const MAX = 12;

/** Those who took part in a transaction, as far as one of them tells: its sender, whom it called, and the other sides. */
export function partiesOf(
  { from_addr: sender, to_addr: called }: Pick<TransactionFacts, "from_addr" | "to_addr">,
  event: Pick<HistoryEvent, "item"> | undefined,
): string[] {
  const { sends = [], receives = [] } = event?.item ?? {};
  const all = [sender, ...sends.map(({ to_addr }) => to_addr), ...receives.map(({ from_addr }) => from_addr), called];
  const known = all.filter((party) => party !== null && party !== "" && party !== NOBODY) as string[];
  return [...new Set(known)].slice(0, MAX);
}
