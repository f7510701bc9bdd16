import type { Store } from "@portico/store";
import { COUNT, type CurveToken, STEP, toCurve } from "./home/curve.ts";
import { toHistory } from "./home/history.ts";
import { toProtocolList } from "./home/positions.ts";
import { listPositions, partsOf, type ReadProtocol, sumOf, sumPositions } from "./home/readings.ts";
import type { TokenFields } from "./tokenFields.ts";
import {
  type Bytea,
  NATIVE,
  selectMoves,
  selectPage,
  selectPrices,
  toBytea,
  toHex,
  toTransaction,
} from "./usualStackStatements.ts";

const PAGE = 20;

/** A token as it is selected by the usual stack, with its price. */
export interface TokenRow {
  readonly address: Bytea;
  readonly chain: string;
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
  readonly logo_url: string | null;
  readonly protocol_id: string;
  readonly is_verified: boolean;
  readonly is_core: boolean;
  readonly time_at: bigint | number | null;
  readonly is_scam: boolean | null;
  readonly is_suspicious: boolean | null;
  readonly usd: number | null;
  readonly price_at: bigint | number | null;
  readonly day_ago_usd: number | null;
}

/** Of a response. */
export function toToken(row: TokenRow): TokenFields {
  const price = row.usd ?? 0;
  const fields = {
    id: toHex(row.address),
    chain: row.chain,
    name: row.name,
    symbol: row.symbol,
    display_symbol: null,
    optimized_symbol: row.symbol ?? "",
    decimals: row.decimals ?? 0,
    logo_url: row.logo_url,
    protocol_id: row.protocol_id,
    price,
    is_verified: row.is_verified,
    is_core: row.is_core,
    is_wallet: row.protocol_id === "",
    time_at: Number(row.time_at ?? 0),
    price_at: row.price_at === null ? null : Number(row.price_at),
    price_24h_change: row.day_ago_usd === null || row.day_ago_usd === 0 ? null : price / row.day_ago_usd - 1,
    total_supply: null,
    coin_id: null,
    is_scam: row.is_scam,
    is_suspicious: row.is_suspicious,
  };
  return fields;
}

interface ChainQuery {
  /** 0x… */
  readonly owner: string;
  readonly chain: string;
}

/** The requests of a home screen besides tokens, each with the statements that such a stack usually has. */
export function createHome(db: Store, nftContracts: readonly Bytea[]) {
  const readState = (chain: string) =>
    db.selectFrom("chain_state").selectAll().where("chain", "=", chain).executeTakeFirstOrThrow();

  async function readTokens(chain: string, addresses: readonly string[]): Promise<ReadonlyMap<string, TokenFields>> {
    if (addresses.length === 0) return new Map();
    const rows = await db
      .selectFrom("token as t")
      .leftJoin("price as p", (join) => join.onRef("p.chain", "=", "t.chain").onRef("p.token", "=", "t.address"))
      .where("t.chain", "=", chain)
      .where("t.address", "in", addresses.map(toBytea))
      .select(["t.address", "t.chain", "t.name", "t.symbol", "t.decimals", "t.logo_url", "t.protocol_id"])
      .select(["t.is_verified", "t.is_core", "t.time_at", "t.is_scam", "t.is_suspicious"])
      .select(["p.usd", "p.time_at as price_at", "p.day_ago_usd"])
      .execute();
    return new Map(rows.map((row) => [toHex(row.address), toToken(row)]));
  }

  const readHeld = ({ owner, chain }: ChainQuery) =>
    db
      .selectFrom("balance as b")
      .innerJoin("token as t", (join) => join.onRef("t.chain", "=", "b.chain").onRef("t.address", "=", "b.token"))
      .leftJoin("price as p", (join) => join.onRef("p.chain", "=", "b.chain").onRef("p.token", "=", "b.token"))
      .where("b.owner", "=", toBytea(owner))
      .where("b.chain", "=", chain)
      .where("b.raw_amount", ">", "0")
      .select(["b.token", "b.raw_amount", "t.decimals", "t.is_verified", "p.usd"])
      .execute();

  async function readPositions({ owner, chain }: ChainQuery): Promise<ReadProtocol[]> {
    const [id, { balances_block: block, balances_time: time }] = [toBytea(owner), await readState(chain)];
    const [touches, nfts, readings] = await Promise.all([
      db
        .selectFrom("touch")
        .select(["contract", "last_block"])
        .where("owner", "=", id)
        .where("chain", "=", chain)
        .execute(),
      db
        .selectFrom("nft_balance")
        .select(({ fn }) => fn.countAll<bigint>().as("count"))
        .where("owner", "=", id)
        .where("chain", "=", chain)
        .where("contract", "in", nftContracts)
        .where("raw_amount", ">", "0")
        .executeTakeFirstOrThrow(),
      db
        .selectFrom("position_read as r")
        .select(["protocol_id", "block_number", "time_at", "positions"])
        .select((eb) =>
          eb
            .exists(
              eb
                .selectFrom("leg as l")
                .select("l.position")
                .whereRef("l.owner", "=", "r.owner")
                .whereRef("l.chain", "=", "r.chain")
                .whereRef("l.block_number", ">", "r.block_number")
                .where("l.block_number", "<=", block),
            )
            .as("has_moved"),
        )
        .where("r.owner", "=", id)
        .where("r.chain", "=", chain)
        .execute(),
    ]);
    return listPositions({
      block: Number(block),
      time: Number(time),
      touches: touches.map(({ contract, last_block }) => [contract.slice(2), Number(last_block)]),
      nftCount: Number(nfts.count),
      readings: readings.map((row) => ({
        protocol: row.protocol_id,
        block: Number(row.block_number),
        time: Number(row.time_at),
        hasMoved: Boolean(row.has_moved),
        text: row.positions,
      })),
    });
  }

  /** The tokens of the positions. */
  const readPositionTokens = (chain: string, read: readonly ReadProtocol[]) => {
    const parts = read.flatMap(({ positions }) => positions.map(partsOf));
    const tokens = parts.flatMap(({ assets, debts }) => [...assets, ...debts].map(({ token }) => token));
    return readTokens(chain, [...new Set<string>(tokens)]);
  };

  async function readWorth(query: ChainQuery) {
    const [held, read] = await Promise.all([readHeld(query), readPositions(query)]);
    const tokens = await readPositionTokens(query.chain, read);
    const worths = held.map(({ raw_amount, decimals, usd }) => Number(`${raw_amount}e-${decimals ?? 0}`) * (usd ?? 0));
    const wallet = sumOf(worths.toSorted((a, b) => b - a));
    return { held, read, usd: sumPositions(read, wallet, (token) => tokens.get(token)) };
  }

  return {
    sumChains: async (owner: string): Promise<{ chain: string; usd: number }[]> => {
      const states = await db.selectFrom("chain_state").select("chain").orderBy("chain").execute();
      return await Promise.all(
        states.map(async ({ chain }) => ({ chain, usd: (await readWorth({ owner, chain })).usd })),
      );
    },

    listProtocols: async (query: ChainQuery) => {
      const read = await readPositions(query);
      const stats = await db
        .selectFrom("protocol")
        .select(["id", "tvl_usd"])
        .where("id", "in", [...read.map(({ id }) => id), ""])
        .execute();
      const tvls = new Map(stats.map(({ id, tvl_usd }) => [id, tvl_usd ?? 0]));
      const tokens = await readPositionTokens(query.chain, read);
      const tokenOf = (address: string) => tokens.get(address);
      return toProtocolList(query.owner, read, tokenOf, (id) => tvls.get(id) ?? 0);
    },

    listHistory: async ({ owner, chain }: ChainQuery) => {
      const rows = await selectPage(db, toBytea(owner), chain);
      const page = rows.slice(0, PAGE);
      const named = new Set(
        page.flatMap(({ recipient, legs }) => [toHex(recipient), ...legs.map((leg) => toHex(leg[2]))]),
      );
      const addresses = [...named];
      const moved = page.flatMap(({ legs }) => legs.map((leg) => toHex(leg[1])));
      const [tokens, contracts, codes] = await Promise.all([
        readTokens(chain, [...new Set([...moved, ...addresses])]),
        db
          .selectFrom("contract")
          .select("address")
          .where("chain", "=", chain)
          .where("address", "in", [...addresses, "0x"].map(toBytea))
          .execute(),
        db
          .selectFrom("account_code")
          .select("address")
          .where("chain", "=", chain)
          .where("address", "in", [...addresses, "0x"].map(toBytea))
          .where("has_code", "=", true)
          .execute(),
      ]);
      const known = new Set([...contracts, ...codes].map(({ address }) => toHex(address)));
      const isContract = (address: string) => known.has(address) || tokens.has(address) || null;
      return toHistory(page.map(toTransaction), (address) => tokens.get(address), isContract);
    },

    drawCurve: async (query: ChainQuery) => {
      const { owner, chain } = query;
      const { balances_time: newest } = await readState(chain);
      const [time, oldest] = [Number(newest), Number(newest) - STEP * (COUNT - 1)];
      const [{ held, read, usd }, legs, points] = await Promise.all([
        readWorth(query),
        selectMoves(db, toBytea(owner), chain, oldest),
        db
          .selectFrom("position_point")
          .select("time_at")
          .where("owner", "=", toBytea(owner))
          .where("chain", "=", chain)
          .limit(1)
          .execute(),
      ]);
      if (points.length > 0) throw new Error("Not in the fixture");
      const amounts = new Map(held.map(({ token, raw_amount }) => [token, BigInt(raw_amount ?? "0")]));
      const moves = Map.groupBy(legs, ({ token }) => token);
      const listed = [...new Set([...amounts.keys(), ...moves.keys()])];
      const prices = Map.groupBy(await selectPrices(db, chain, listed, { time, oldest }), ({ token }) => token);
      const tokens = await readTokens(chain, listed.map(toHex));
      const series = listed.map((token): CurveToken => {
        const changes = new Map<number, bigint>();
        for (const { time_at, is_inbound, raw_amount } of moves.get(token) ?? []) {
          const step = Math.floor((time - Number(time_at)) / STEP);
          const change = BigInt(raw_amount ?? "0");
          changes.set(step, (changes.get(step) ?? 0n) + (is_inbound ? change : -change));
        }
        return {
          address: toHex(token),
          rawAmount: amounts.get(token) ?? 0n,
          isVerified: token === NATIVE,
          moves: changes,
          prices: new Map((prices.get(token) ?? []).map(({ step, usd: price }) => [step, price])),
        };
      });
      return toCurve(time, usd, read.length > 0, series, (address) => tokens.get(address));
    },
  };
}
