import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Store } from "../database/database.ts";

/** Rules for growth and decrease of rates; ms, and calls per second. */
export type RpcRateRules = {
  /** Time in which a halved rate doubles; it then continues to grow. */
  recoveryMs: number;
  /** Time after the last refusal until the limit is lifted. */
  liftedMs: number;
  /** Maximum time that a reservation is ahead. */
  maxReservedMs: number;
  minRate: number;
};

/** Rate of calls from several processes to one RPC URL. */
export type RpcRates = {
  /** @returns the wait before these calls may be sent, and the calls per second in force; undefined: no known limit. */
  reserve(
    endpoint: string,
    calls: number,
    limits: { maxRps: number | undefined },
  ): Promise<{ waitMs: number; rate: number | undefined }>;
  /**
   * Halves the rate after a refusal of calls sent this long ago, unless it was halved since. It does not fall below
   * half of `takenRps`, and a process that sends little does not lower it below half of the last halved rate, or of
   * `maxRps`.
   */
  halve(
    endpoint: string,
    refused: { maxRps: number | undefined; ageMs: number; sentRps: number; takenRps: number },
  ): Promise<void>;
};

/** A token bucket for each endpoint, by the database's clock. Every call is one statement. */
export function createRpcRates(db: Store, rules: RpcRateRules): RpcRates {
  return {
    async reserve(endpoint, calls, { maxRps }) {
      const rate = toRate(rules, maxRps);
      const { rows } = await sql<{ wait_ms: number | null; rate: number | null }>`
        insert into rpc_rate as r (endpoint, next_at)
        values (${endpoint}, clock_timestamp() + coalesce(${seconds(sql`${number(calls)} / ${number(maxRps)}`)}, interval '0'))
        on conflict (endpoint) do update set next_at = coalesce(
          least(greatest(r.next_at, clock_timestamp()), clock_timestamp() + ${seconds(number(rules.maxReservedMs / 1000))})
            + ${seconds(sql`${number(calls)} / ${rate}`)},
          r.next_at)
        returning ${rate} as rate,
          1000 * (extract(epoch from r.next_at - clock_timestamp())::double precision - ${number(calls)} / ${rate}) as wait_ms
      `.execute(db);
      const [row] = rows;
      return { waitMs: Math.max(0, row?.wait_ms ?? 0), rate: row?.rate ?? undefined };
    },
    async halve(endpoint, { maxRps, ageMs, sentRps, takenRps }) {
      const [sent, taken, rate] = [number(sentRps), number(takenRps), toRate(rules, maxRps)];
      const half = (of: RawBuilder<unknown>) => sql`greatest(${number(rules.minRate)}, ${taken} / 2, ${of} / 2)`;
      const sentByAny = sql`case when ${rate} is null then ${sent}
        else least(${rate}, greatest(${sent}, coalesce(r.halved_rate, ${rate}))) end`;
      const isHalvedSince = sql`r.halved_at > clock_timestamp() - ${seconds(number(ageMs / 1000))}`;
      await sql`
        insert into rpc_rate as r (endpoint, halved_rate, halved_at, next_at)
        values (${endpoint}, ${half(number(maxRps ?? sentRps))}, clock_timestamp(), clock_timestamp())
        on conflict (endpoint) do update
          set halved_rate = case when ${isHalvedSince} then greatest(r.halved_rate, ${taken} / 2)
              else ${half(sentByAny)} end,
            halved_at = case when ${isHalvedSince} then r.halved_at else clock_timestamp() end
      `.execute(db);
    },
  };
}

const number = (value: number | undefined): RawBuilder<unknown> => sql`${value ?? null}::double precision`;

const seconds = (count: RawBuilder<unknown>): RawBuilder<unknown> => sql`make_interval(secs => ${count})`;

/** For the row `r`; null: there is no limit. */
function toRate({ recoveryMs, liftedMs }: RpcRateRules, maxRps: number | undefined): RawBuilder<unknown> {
  const passed = sql`extract(epoch from clock_timestamp() - r.halved_at)::double precision`;
  return sql`(case when ${passed} <= ${number(liftedMs / 1000)}
    then least(${number(maxRps)}, r.halved_rate * (1 + ${passed} / ${number(recoveryMs / 1000)}))
    else ${number(maxRps)} end)`;
}
