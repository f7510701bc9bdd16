import type { Address } from "@portico/evm";
import type { ReadContext } from "./adapter.ts";
import type { Deployed } from "./deployed.ts";
import type { Position, Supply } from "./position.ts";
import { unlessUnread } from "./reader.ts";
import { toLower } from "./toLower.ts";

/** What is known about receipts when positions are read. */
export interface Unwrapping {
  /** The protocol whose receipt a token is; undefined: an ordinary token. */
  findProtocol(token: Address): Deployed | undefined;
  /** A context for reads of a protocol, at the block of the positions. */
  open(deployed: Deployed): ReadContext<unknown>;
}

/** A stake of a share of a vault of a pair of tokens has three. */
const MAX_DEPTH = 5;
/** In one position: pools of eight pools of eight pools would be thousands, and anybody may send a share of them. */
const MAX_UNWRAPPED = 60;

/** How many receipts may still be unwrapped. */
interface Budget {
  left: number;
}

/**
 * Replaces receipts in positions by what they are worth: a share of a pair that is staked in a farm is shown as the
 * pair's tokens, so that each unit is counted once, where it is held. What is lent or borrowed stays as it is.
 */
export async function unwrapPositions(
  positions: readonly Position[],
  unwrapping: Unwrapping,
): Promise<readonly Position[]> {
  return Promise.all(
    positions.map(async (position): Promise<Position> => {
      const { detail } = position;
      if (detail.type !== "common" && detail.type !== "locked") return position;
      const supplies = await unwrapAll(detail.supplies, { ...unwrapping, budget: { left: MAX_UNWRAPPED } }, []);
      return supplies === detail.supplies ? position : { ...position, detail: { ...detail, supplies } };
    }),
  );
}

type Limited = Unwrapping & { budget: Budget };

/** The same list if there is nothing to unwrap. */
async function unwrapAll(supplies: Supply[], unwrapping: Limited, path: readonly Address[]): Promise<Supply[]> {
  const parts = await Promise.all(supplies.map((supply) => unwrap(supply, unwrapping, path)));
  if (parts.every((part) => part === undefined)) return supplies;
  const sums = new Map<Address, Supply>();
  for (const supply of parts.flatMap((part, index) => part ?? supplies[index]!)) {
    const token = toLower(supply.token);
    const known = sums.get(token)?.rawAmount ?? 0n;
    sums.set(token, { ...supply, token, rawAmount: known + supply.rawAmount });
  }
  return [...sums.values()];
}

/** Undefined if it is an ordinary token, or can't be read. @param path - The receipts that contained it: none contains itself. */
async function unwrap(supply: Supply, unwrapping: Limited, path: readonly Address[]): Promise<Supply[] | undefined> {
  const token = toLower(supply.token);
  if (path.length >= MAX_DEPTH || path.includes(token) || supply.rawAmount === 0n) return undefined;
  const deployed = unwrapping.findProtocol(token);
  if (deployed?.adapter.unwrap === undefined || unwrapping.budget.left === 0) return undefined;
  unwrapping.budget.left--;
  const amount = { token, rawAmount: supply.rawAmount };
  const reading = deployed.adapter.unwrap(unwrapping.open(deployed), amount);
  const contents = await unlessUnread<Supply[] | undefined>(reading, undefined);
  return contents && unwrapAll(contents, unwrapping, [...path, token]);
}
