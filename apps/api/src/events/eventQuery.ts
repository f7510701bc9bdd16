import { findChain, type Address } from "@portico/evm";
import { EVENT_KINDS, listChainStates, type EventKind, type Store } from "@portico/store";
import { isAddress } from "../data/address.ts";
import { noChain } from "../data/chains/chainSurvey.ts";
import { invalidParams, quote } from "../errors.ts";

/** @throws ServiceError invalid_params for an unknown one. */
export function readEventKinds(given: readonly string[] | undefined): EventKind[] {
  if (given === undefined || given.length === 0) return [...EVENT_KINDS];
  const known = new Set<string>(EVENT_KINDS);
  const wrong = given.find((kind) => !known.has(kind));
  if (wrong !== undefined) throw invalidParams({ kinds: `must be of ${EVENT_KINDS.join(", ")}, not ${quote(wrong)}` });
  return EVENT_KINDS.filter((kind) => given.includes(kind));
}

/** Each once, in lower case. @throws ServiceError invalid_params that names the entry. */
export function readEventOwners(given: readonly string[]): Address[] {
  const wrong = given.findIndex((owner) => !isAddress(owner));
  if (wrong !== -1)
    throw invalidParams({ [`owners.${wrong}`]: `must be 0x and 40 hexadecimal digits, not ${quote(given[wrong]!)}` });
  return [...new Set(given.map((owner) => owner.toLowerCase() as Address))];
}

/**
 * Chains whose events are asked for; all that are served if none is given.
 * @param field - Its name in the error; without one the error is invalid_chain.
 * @throws ServiceError that names the chain and those that are served.
 */
export async function readEventChains(
  db: Store,
  given: readonly string[] | undefined,
  field?: string,
): Promise<string[]> {
  const states = await listChainStates(db);
  const served = states.map(({ chain }) => chain).filter((slug) => findChain(slug) !== undefined);
  if (given === undefined || given.length === 0) {
    if (served.length === 0) throw noChain("", states);
    return served;
  }
  const wrong = given.findIndex((slug) => !served.includes(slug));
  if (wrong === -1) return served.filter((slug) => given.includes(slug));
  const error = noChain(given[wrong]!, states);
  throw field === undefined ? error : invalidParams({ [`${field}.${wrong}`]: error.message });
}
