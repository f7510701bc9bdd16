import { type Amount, listDeployed, type Position } from "@portico/protocols";

/**
 * What an owner's positions on a chain follow from, as columns of a statement over chain_state with the owner $1 and the
 * contracts of position NFTs $3: interactions, NFTs, and stored readings with whether the owner changed since.
 */
export const SELECT_POSITIONS = `
  chain_state.balances_block::float8 as block, chain_state.balances_time::float8 as time, (
    select string_agg(encode(contract, 'hex') || ' ' || last_block, ',') from (
      select contract, last_block from touch where touch.owner = $1 and touch.chain = chain_state.chain limit 10000
    ) touch
  ) as touches, (
    select count(*)::int from nft_balance nft
    where nft.owner = $1 and nft.chain = chain_state.chain and nft.contract = any($3) and raw_amount > 0
  ) as nft_count, (
    select string_agg(protocol_id || ' ' || read.block_number || ' ' || read.time_at || ' ' || exists (
        select from leg where leg.owner = $1 and leg.chain = read.chain
          and leg.block_number > read.block_number and leg.block_number <= balances_block
      ) || ' ' || positions, E'\\n')
    from position_read read where read.owner = $1 and read.chain = chain_state.chain
  ) as readings`;

export interface PositionsRow {
  readonly block: number;
  readonly time: number;
  readonly touches: string | null;
  readonly nft_count: number;
  readonly readings: string | null;
}

interface Priced {
  readonly decimals: number;
  readonly price: number;
}

/** The protocol whose events each contract emits. */
const protocols = new Map(
  listDeployed("eth").flatMap(({ id, signals }) =>
    (signals.events ?? [])
      .flatMap(({ emitters }) => (Array.isArray(emitters) ? emitters : []))
      .map((contract) => [contract.slice(2).toLowerCase(), id] as const),
  ),
);

/** Of accruing figures, in seconds. */
const MAX_AGE = 60;

/**
 * A chain's worth with the positions, the most valuable protocol first. @throws Error if one would have to be read from the
 * chain, which this server can't.
 */
export function sumPositions(
  { block, time, touches, nft_count: nfts, readings }: PositionsRow,
  held: number,
  tokenOf: (address: string) => Priced | undefined,
): number {
  if (touches === null && nfts === 0 && readings === null) return held;
  const known = new Map<string, number>();
  let newest = 0;
  const touched = touches === null ? [] : touches.split(",").map((touch) => touch.split(" "));
  for (const [, last] of touched) newest = Math.max(newest, Number(last));
  for (const line of readings === null ? [] : readings.split("\n")) {
    const [id = "", at, timeAt, isMoved] = line.split(" ", 4);
    const isChanged = isMoved === "true" || newest > Number(at);
    if (Number(at) !== block && (isChanged || time - Number(timeAt) > MAX_AGE)) continue;
    const { positions } = JSON.parse(line.slice(line.indexOf("{"))) as { positions: StoredPosition[] };
    const worths = positions.map((position) => worthOf(position, tokenOf)).toSorted((a, b) => b - a);
    known.set(
      id,
      worths.reduce((sum, worth) => sum + worth, 0),
    );
  }
  for (const [contract = ""] of touched) {
    if (!known.has(protocols.get(contract) ?? "")) throw new Error(`The positions of ${contract} are not stored`);
  }
  if (nfts > 0) throw new Error("The positions of NFTs are not stored");
  return [...known.values()].toSorted((a, b) => b - a).reduce((sum, worth) => sum + worth, held);
}

/** As it is stored: amounts are `"123n"`. */
type StoredPosition = Pick<Position, "detail">;

function worthOf({ detail }: StoredPosition, tokenOf: (address: string) => Priced | undefined): number {
  if (detail.type !== "common" && detail.type !== "lending") throw new Error(`${detail.type} is not in the fixture`);
  const usdOf = (parts: readonly Amount[]): number => {
    let sum = 0;
    for (const { token, rawAmount } of parts) {
      const { decimals = 0, price = 0 } = tokenOf(token) ?? {};
      sum += Number(`${String(rawAmount).slice(0, -1)}e-${decimals}`) * price;
    }
    return sum;
  };
  return usdOf([...detail.supplies, ...(detail.rewards ?? [])]) - usdOf(detail.borrows ?? []);
}
