import type { Adapter, AdapterPayload } from "oidc-provider";
import type { Pool } from "pg";

const TABLE = `CREATE TABLE artifact (model text, id text, payload jsonb NOT NULL, grant_id text, uid text,
  expires_at timestamptz, consumed_at timestamptz, PRIMARY KEY (model, id));
  CREATE INDEX ON artifact (grant_id); CREATE INDEX ON artifact (uid)`;

export const createArtifactTable = async (pool: Pool): Promise<void> => void (await pool.query(TABLE));

interface Found {
  readonly payload: AdapterPayload;
  readonly consumed: number | null;
}

/**
 * The adapter that the library's documentation describes, one statement per method: nothing is hashed, nothing is
 * atomic.
 */
export function createPlainAdapter(pool: Pool, model: string): Adapter {
  const findBy = async (column: "id" | "uid", value: string): Promise<AdapterPayload | undefined> => {
    const { rows } = await pool.query<Found>(
      `SELECT payload, extract(epoch FROM consumed_at)::int AS consumed FROM artifact
        WHERE model = $1 AND ${column} = $2 AND (expires_at IS NULL OR expires_at > now())`,
      [model, value],
    );
    return rows[0] && { ...rows[0].payload, ...(rows[0].consumed !== null && { consumed: rows[0].consumed }) };
  };
  return {
    upsert: async (id, payload, seconds) => {
      await pool.query(
        `INSERT INTO artifact (model, id, payload, grant_id, uid, expires_at)
          VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
          ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
            uid = excluded.uid, expires_at = excluded.expires_at`,
        [model, id, JSON.stringify(payload), payload.grantId, payload.uid, seconds ?? null],
      );
    },
    find: (id) => findBy("id", id),
    findByUid: (uid) => findBy("uid", uid),
    findByUserCode: async () => undefined,
    consume: async (id) => {
      await pool.query("UPDATE artifact SET consumed_at = now() WHERE model = $1 AND id = $2", [model, id]);
    },
    destroy: async (id) => {
      await pool.query("DELETE FROM artifact WHERE model = $1 AND id = $2", [model, id]);
    },
    revokeByGrantId: async (grantId) => {
      await pool.query("DELETE FROM artifact WHERE grant_id = $1", [grantId]);
    },
  };
}
