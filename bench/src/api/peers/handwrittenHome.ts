import type { Pool } from "pg";
import { type PositionsRow, SELECT_POSITIONS, toReadings } from "./handwrittenPositions.ts";
import { COUNT, type CurveToken, STEP, toCurve } from "./home/curve.ts";
import { type Transaction, toHistory } from "./home/history.ts";
import { type TokenOf, toProtocolList } from "./home/positions.ts";
import { listPositions } from "./home/readings.ts";

/** One more than a page has; and the newest legs among which they are looked for. */
const [ROWS, LEGS] = [21, 2_000];

const READ_POSITIONS = `select ${SELECT_POSITIONS} from chain_state where chain = $2`;

/** $1: the owner, $2: the chain. Position >> 39 is the transaction's index; kind 0 moves a token, 2 coin, 3 is the fee. */
const READ_HISTORY = `
  with page as (
    select block_number, position >> 39 as tx_index,
      json_agg(json_build_array(is_inbound, encode(token, 'hex'), encode(counterparty, 'hex'), raw_amount::text)
        order by position) filter (where kind in (0, 2)) as moves
    from (
      select * from leg where owner = $1 and chain = $2 order by block_number desc, position desc limit ${LEGS}
    ) newest
    group by block_number, position >> 39 order by block_number desc, position >> 39 desc limit ${ROWS}
  )
  select encode(t.hash, 'hex') as hash, t.block_number::float8 as block, t.tx_index as index, t.time_at::float8 as time,
    encode(t.sender, 'hex') as sender, encode(t.recipient, 'hex') as recipient, t.raw_value::text as raw_value,
    t.raw_fee::text as raw_fee, encode(t.input, 'hex') as input, t.is_success, page.moves, (
      select usd from price_point p where p.chain = $2 and p.token = $3 and p.time_at <= t.time_at
      order by p.time_at desc limit 1
    ) as fee_price, (
      select json_agg(encode(address, 'hex')) from (
        select t.recipient as address union
        select decode(move ->> 2, 'hex') from json_array_elements(page.moves) move
      ) named where exists (select from contract c where c.chain = $2 and c.address = named.address)
        or exists (select from account_code a where a.chain = $2 and a.address = named.address and a.has_code)
    ) as contracts
  from page join transaction t on t.chain = $2 and t.block_number = page.block_number and t.tx_index = page.tx_index
  order by t.block_number desc, t.tx_index desc`;

interface HistoryRow extends Pick<Transaction, "block" | "hash" | "index" | "input" | "recipient" | "sender" | "time"> {
  readonly raw_value: string;
  readonly raw_fee: string;
  readonly is_success: boolean;
  readonly moves:
    | readonly (readonly [isInbound: boolean, token: string, counterparty: string, rawAmount: string])[]
    | null;
  readonly fee_price: number | null;
  readonly contracts: readonly string[] | null;
}

/** $1: the owner, $2: the chain as a list, $3: contracts of position NFTs. Tokens held or moved, with moves and prices. */
const READ_CURVE = `
  with span as materialized (
    select chain, balances_block, balances_time, balances_time - ${STEP * (COUNT - 1)} as oldest
    from chain_state where chain = any($2)
  ), held as materialized (
    select token, raw_amount from balance where owner = $1 and chain = any($2) and raw_amount > 0
  ), moved as materialized (
    select token, string_agg(step || ' ' || raw_amount, ' ') as moves from (
      select token, (balances_time - time_at) / ${STEP} as step,
        sum(case when is_inbound then raw_amount else -raw_amount end) as raw_amount
      from span join leg on leg.owner = $1 and leg.chain = span.chain
        and leg.block_number > coalesce((
          select block_number from block b where b.chain = span.chain and b.time_at <= oldest order by b.time_at desc limit 1
        ), -1) and leg.block_number <= balances_block and leg.time_at > oldest
      where kind in (0, 2, 3, 4, 5, 11) group by 1, 2
    ) step group by token
  ), listed as (
    select token, held.raw_amount, moved.moves from held full join moved using (token)
  ), priced as (
    select listed.*, (
      select string_agg(step || ' ' || usd, ' ') from (
        (select ${COUNT - 1} as step, usd from price_point p
        where p.chain = span.chain and p.token = listed.token and p.time_at <= oldest order by p.time_at desc limit 1)
        union all
        (select distinct on ((balances_time - p.time_at) / ${STEP}) (balances_time - p.time_at) / ${STEP}, usd
        from price_point p
        where p.chain = span.chain and p.token = listed.token and p.time_at > oldest and p.time_at <= balances_time
        order by (balances_time - p.time_at) / ${STEP}, p.time_at desc)
      ) point
    ) as prices
    from listed cross join span
  )
  select ${SELECT_POSITIONS}, (
    select string_agg('0x' || encode(token, 'hex') || ' ' || raw_amount, ',') from held
  ) as held, (
    select string_agg('0x' || encode(token, 'hex') || '|' || coalesce(raw_amount, 0) || '|' || coalesce(moves, '') || '|' ||
      coalesce(prices, ''), ',')
    from priced where moves is not null or prices is not null
  ) as series, exists (select from position_point where owner = $1 and position_point.chain = any($2)) as has_points
  from chain_state where chain = any($2)`;

interface CurveRow extends PositionsRow {
  readonly chain: string;
  readonly held: string | null;
  readonly series: string | null;
  readonly has_points: boolean;
}

interface HomeOptions {
  readonly pool: Pool;
  /** Those whose NFTs are positions. */
  readonly nftContracts: readonly Buffer[];
  readonly tokenOf: TokenOf;
  readonly sumChain: (row: CurveRow) => number;
}

const NATIVE = Buffer.alloc(20, 0xee);
const toBytes = (hex: string | null): Buffer => Buffer.from((hex ?? "0x").slice(2), "hex");

/** The requests of a home screen besides tokens and total. */
export async function createHome({ pool, nftContracts, tokenOf, sumChain }: HomeOptions) {
  const { rows: stats } = await pool.query<{ id: string; tvl_usd: number }>("select id, tvl_usd from protocol");
  const tvls = new Map(stats.map(({ id, tvl_usd }) => [id, tvl_usd]));

  return {
    listProtocols: async (query: URLSearchParams): Promise<string> => {
      const owner = query.get("id") ?? "";
      const values = [toBytes(owner), query.get("chain_id"), nftContracts];
      const { rows } = await pool.query<PositionsRow>({ name: "read-positions", text: READ_POSITIONS, values });
      const read = rows.flatMap((row) => listPositions(toReadings(row)));
      return JSON.stringify(toProtocolList(owner, read, tokenOf, (id) => tvls.get(id) ?? 0));
    },

    listHistory: async (query: URLSearchParams): Promise<string> => {
      const values = [toBytes(query.get("id")), query.get("chain_id"), NATIVE];
      const { rows } = await pool.query<HistoryRow>({ name: "read-history", text: READ_HISTORY, values });
      const contracts = new Set(rows.flatMap((row) => (row.contracts ?? []).map((address) => `0x${address}`)));
      const isContract = (address: string) => contracts.has(address) || tokenOf(address) !== undefined || null;
      return JSON.stringify(toHistory(rows.slice(0, ROWS - 1).map(toTransaction), tokenOf, isContract));
    },

    drawCurve: async (query: URLSearchParams): Promise<string> => {
      const values = [toBytes(query.get("id")), [query.get("chain_ids")], nftContracts];
      const { rows } = await pool.query<CurveRow>({ name: "read-curve", text: READ_CURVE, values });
      const [row] = rows;
      if (row === undefined || row.has_points) throw new Error("Not in the fixture");
      const held = (row.series?.split(",") ?? []).map(toCurveToken);
      return JSON.stringify(toCurve(row.time, sumChain(row), row.readings !== null, held, tokenOf));
    },
  };
}

const toTransaction = (row: HistoryRow): Transaction => ({
  hash: `0x${row.hash}`,
  block: row.block,
  index: row.index,
  time: row.time,
  sender: `0x${row.sender}`,
  recipient: `0x${row.recipient}`,
  rawValue: row.raw_value,
  rawFee: row.raw_fee,
  feePrice: row.fee_price,
  input: row.input,
  isSuccess: row.is_success,
  moves: (row.moves ?? []).map(([isInbound, token, counterparty, rawAmount]) => ({
    isInbound,
    token: `0x${token}`,
    counterparty: `0x${counterparty}`,
    rawAmount,
  })),
});

const NATIVE_ID = `0x${NATIVE.toString("hex")}`;

/** @param text - A token, its amount, its moves and its prices: `0xa0b8…|7|12 -250|287 1.01`. */
function toCurveToken(text: string): CurveToken {
  const [address = "", raw = "0", moves = "", prices = ""] = text.split("|");
  const priceList = pairsOf(prices).flatMap(([step, usd]): [number, number][] =>
    Number(usd) > 0 ? [[Number(step), Number(usd)]] : [],
  );
  return {
    address,
    rawAmount: BigInt(raw),
    isVerified: address === NATIVE_ID, // the fixture has no list of tokens
    moves: new Map(pairsOf(moves).map(([step, change]) => [Number(step), BigInt(change)])),
    prices: new Map(priceList),
  };
}

function pairsOf(text: string): [string, string][] {
  const words = text === "" ? [] : text.split(" ");
  return Array.from({ length: words.length / 2 }, (_, n) => [words[n * 2]!, words[n * 2 + 1]!]);
}
