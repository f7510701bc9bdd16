import type { Readings } from "./home/readings.ts";

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

/** The columns as they are used. */
export const toReadings = ({ block, time, touches, nft_count: nftCount, readings }: PositionsRow): Readings => ({
  block,
  time,
  nftCount,
  touches: (touches?.split(",") ?? []).map((touch) => {
    const [contract = "", last] = touch.split(" ");
    return [contract, Number(last)];
  }),
  readings: (readings?.split("\n") ?? []).map((line) => {
    const [protocol = "", at, timeAt, hasMoved] = line.split(" ", 4);
    return {
      protocol,
      block: Number(at),
      time: Number(timeAt),
      hasMoved: hasMoved === "true",
      text: line.slice(line.indexOf("{")),
    };
  }),
});
