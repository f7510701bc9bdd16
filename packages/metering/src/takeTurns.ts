import type { Holding } from "./holding.ts";

/**
 * Runs after all earlier callers for any of these holdings, and before later ones. All holdings are requested at
 * once, so there can be no deadlock.
 */
export function takeTurns<T>(holdings: readonly Holding[], work: () => Promise<T>): Promise<T> {
  const result = Promise.all(holdings.map(({ turn }) => turn)).then(work);
  const done = result.then(
    () => release(holdings),
    () => release(holdings),
  );
  for (const holding of holdings) {
    holding.turn = done;
    holding.busy++;
  }
  return result;
}

function release(holdings: readonly Holding[]): void {
  for (const holding of holdings) holding.busy--;
}
