import type { Address } from "../encoding/bytea.ts";

/** An event by its owner, chain and number. */
export interface EventRef {
  chain: string;
  owner: Address;
  number: bigint;
}

/** The same in every repetition; without a full stop, which separates the parts that a webhook's signature is of. */
export const toEventId = ({ chain, owner, number }: EventRef): string => `evt_${chain}_${owner.slice(2)}_${number}`;

/** @returns undefined for anything else. */
export function parseEventId(text: string): EventRef | undefined {
  const [, chain, digits, number] = /^evt_([a-z0-9]{1,40})_([0-9a-f]{40})_([1-9]\d{0,17})$/.exec(text) ?? [];
  if (chain === undefined || digits === undefined || number === undefined) return undefined;
  return { chain, owner: `0x${digits}`, number: BigInt(number) };
}
