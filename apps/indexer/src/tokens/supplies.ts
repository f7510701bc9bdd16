import { NATIVE_TOKEN, readTotalSupplies } from "@portico/evm";
import type { Address } from "@portico/evm";
import { listStaleTokens, writeSupplies } from "@portico/store";
import type { ChangedState } from "../chain/changes.ts";
import type { StatePart } from "../state/statePart.ts";

/** Supplies of the tokens whose balances are read: a mint is detected by the balance that it changes. */
export const supplies: StatePart = {
  name: "supplies",
  async read({ db, chain, rpc, limits }, head, range) {
    const stale = await listStaleTokens(db, chain.slug, limits.balancePage);
    const tokens = [...new Set([...stale, ...listChangedTokens(range)])].filter((token) => token !== NATIVE_TOKEN);
    const read = await readTotalSupplies(rpc, tokens, head);
    const written = tokens.map((token, index) => ({ token, totalSupply: read[index] ?? null }));
    return { count: tokens.length, isLast: true, store: (tx) => writeSupplies(tx, chain.slug, written) };
  },
};

function listChangedTokens(range: ChangedState | undefined): Address[] {
  if (range === undefined) return [];
  return [...range.pairs.list().map(({ token }) => token), ...range.moved, ...range.upgraded];
}
