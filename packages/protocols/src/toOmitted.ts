import type { Address } from "@portico/evm";
import type { Position } from "./position.ts";

/**
 * An item without tokens that says what of an owner's is not shown, because anybody can give it to any owner.
 * @param what - "3 more vaults", and how they are given, in a sentence of its own.
 */
export const toOmitted = (controller: Address, what: string): Position => ({
  name: "Lending",
  detail: { type: "common", supplies: [], description: `Not shown: ${what}` },
  pool: { controller },
});
