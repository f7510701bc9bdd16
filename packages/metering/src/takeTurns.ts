import type { Holding } from "./holding.ts";

/**
 * Works when everybody is done who asked before for one of these holdings, and keeps others waiting until it is. All are asked for
 * at once: nobody can wait in a circle.
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
