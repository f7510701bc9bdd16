import { sql } from "kysely";
import type { Store } from "../database/database.ts";

/** A limit of an RPC endpoint. */
export type EndpointLimit = {
  name: string;
  value: number;
  message: string;
  /** Unix time, ms, by this machine's clock. */
  learnedAt: number;
};

export type EndpointProfileRow = { versions: string[]; limits: EndpointLimit[] };

/** Limits that endpoints have shown to any process of the database. */
export type EndpointProfileStore = {
  read(endpoint: string): Promise<EndpointProfileRow>;
  /** Until a limit expires, a smaller value replaces a larger one; a rate is always replaced. */
  add(endpoint: string, limit: EndpointLimit): Promise<void>;
  /** An unknown version deletes the endpoint's limits. */
  addVersion(endpoint: string, version: string): Promise<void>;
};

export type EndpointProfileOptions = {
  lifetimeMs: number;
  /** Nothing is written. */
  isReadOnly?: boolean;
};

/** Software versions of an endpoint that are stored: several nodes may serve one URL. */
const MAX_VERSIONS = 8;

export function createEndpointProfiles(
  db: Store,
  { lifetimeMs, isReadOnly = false }: EndpointProfileOptions,
): EndpointProfileStore {
  const lifetime = sql`make_interval(secs => ${lifetimeMs / 1000}::double precision)`;
  return {
    async read(endpoint) {
      const [limits, versions] = await Promise.all([
        sql<{ name: string; value: number; message: string; age: number }>`
          select name, value, message, extract(epoch from clock_timestamp() - learned_at)::double precision as age
          from endpoint_limit
          where endpoint = ${endpoint} and learned_at > clock_timestamp() - ${lifetime} order by name`.execute(db),
        sql<{ version: string }>`
          select version from endpoint_version where endpoint = ${endpoint} order by seen_at desc, version`.execute(db),
      ]);
      return {
        versions: versions.rows.map(({ version }) => version),
        limits: limits.rows.map(({ age, ...limit }) => ({ ...limit, learnedAt: Date.now() - age * 1000 })),
      };
    },
    async add(endpoint, { name, value, message }) {
      if (isReadOnly) return;
      await sql`
        insert into endpoint_limit as l (endpoint, name, value, message)
        values (${endpoint}, ${name}, ${value}::double precision, ${message})
        on conflict (endpoint, name) do update
          set value = excluded.value, message = excluded.message, learned_at = excluded.learned_at
          where excluded.value < l.value or l.name = 'rate' or l.learned_at <= clock_timestamp() - ${lifetime}
      `.execute(db);
    },
    async addVersion(endpoint, version) {
      if (isReadOnly) return;
      await sql`
        with others as (select count(*) as count from endpoint_version where endpoint = ${endpoint}),
          added as (
            insert into endpoint_version (endpoint, version) values (${endpoint}, ${version})
            on conflict (endpoint, version) do update set seen_at = excluded.seen_at
            returning (xmax = 0) as is_new),
          deleted as (
            delete from endpoint_version where endpoint = ${endpoint} and version in (
              select version from endpoint_version where endpoint = ${endpoint}
              order by seen_at desc offset ${MAX_VERSIONS - 1}) and version <> ${version})
        delete from endpoint_limit using others, added
        where endpoint = ${endpoint} and is_new and others.count > 0`.execute(db);
    },
  };
}
