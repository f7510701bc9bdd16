import { type Amount, listDeployed, type Position } from "@portico/protocols";

/** Of accruing figures, in seconds. */
const MAX_AGE = 60;

/** What an owner's positions on a chain follow from. */
export interface Readings {
  readonly block: number;
  readonly time: number;
  /** Contracts in hexadecimal, with the last block of an interaction. */
  readonly touches: readonly (readonly [contract: string, lastBlock: number])[];
  readonly nftCount: number;
  readonly readings: readonly Reading[];
}

interface Reading {
  readonly protocol: string;
  readonly block: number;
  readonly time: number;
  /** Whether the owner has transferred anything since. */
  readonly hasMoved: boolean;
  /** JSON. */
  readonly text: string;
}

/** As it is stored: amounts are `"123n"`. */
export type StoredPosition = Pick<Position, "detail" | "name" | "pool">;

export interface ReadProtocol {
  readonly id: string;
  /** Unix seconds of the reading. */
  readonly time: number;
  readonly positions: readonly StoredPosition[];
}

/** The protocol whose events each contract emits. */
const protocols = new Map(
  listDeployed("eth").flatMap(({ id, signals }) =>
    (signals.events ?? [])
      .flatMap(({ emitters }) => (Array.isArray(emitters) ? emitters : []))
      .map((contract) => [contract.slice(2).toLowerCase(), id] as const),
  ),
);

/** The stored positions. @throws Error if one would have to be read from the chain, which these servers can't. */
export function listPositions({ block, time, touches, nftCount, readings }: Readings): ReadProtocol[] {
  let newest = 0;
  for (const [, last] of touches) newest = Math.max(newest, last);
  const known = new Map<string, ReadProtocol>();
  for (const { protocol: id, block: at, time: timeAt, hasMoved, text } of readings) {
    const isChanged = hasMoved || newest > at;
    if (at !== block && (isChanged || time - timeAt > MAX_AGE)) continue;
    const { positions } = JSON.parse(text) as { positions: StoredPosition[] };
    known.set(id, { id, time: timeAt, positions });
  }
  for (const [contract] of touches) {
    if (!known.has(protocols.get(contract) ?? "")) throw new Error(`The positions of ${contract} are not stored`);
  }
  if (nftCount > 0) throw new Error("The positions of NFTs are not stored");
  return [...known.values()];
}

export interface Priced {
  readonly decimals: number;
  readonly price: number;
}

export type PriceOf = (address: string) => Priced | undefined;

export const amountOf = (rawAmount: bigint, decimals: number): number => Number(`${rawAmount}e-${decimals}`);

/** @param rawAmount - As it is stored. */
export const rawOf = ({ rawAmount }: Amount): bigint => BigInt(String(rawAmount).slice(0, -1));

/** Assets and debts. @throws Error for a kind that the fixture doesn't have. */
export function partsOf({ detail }: StoredPosition): { assets: readonly Amount[]; debts: readonly Amount[] } {
  if (detail.type !== "common" && detail.type !== "lending") throw new Error(`${detail.type} is not in the fixture`);
  return { assets: [...detail.supplies, ...(detail.rewards ?? [])], debts: detail.borrows ?? [] };
}

/** USD of a position: assets, debts, and what remains. */
export function worthOf(position: StoredPosition, priceOf: PriceOf) {
  const usdOf = (parts: readonly Amount[]): number => {
    let sum = 0;
    for (const part of parts) {
      const { decimals = 0, price = 0 } = priceOf(part.token) ?? {};
      sum += amountOf(rawOf(part), decimals) * price;
    }
    return sum;
  };
  const { assets, debts } = partsOf(position);
  const [asset, debt] = [usdOf(assets), usdOf(debts)];
  return { asset_usd_value: asset, debt_usd_value: debt, net_usd_value: asset - debt };
}

export const sumOf = (values: readonly number[], start = 0): number => values.reduce((sum, one) => sum + one, start);

/** A chain's worth with the positions, the most valuable protocol first. */
export function sumPositions(read: readonly ReadProtocol[], held: number, priceOf: PriceOf): number {
  const worths = read.map(({ positions }) =>
    sumOf(positions.map((one) => worthOf(one, priceOf).net_usd_value).toSorted((a, b) => b - a)),
  );
  return sumOf(
    worths.toSorted((a, b) => b - a),
    held,
  );
}
