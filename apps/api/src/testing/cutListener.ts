import type { Store } from "@portico/store";

/** Cuts the connections that listen on channels, like a database failover. */
export async function cutListener(db: Store): Promise<void> {
  const sql =
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portico-listen' and datname = current_database()";
  await db.connection().execute(async (connection) => {
    await connection.executeQuery({
      sql,
      parameters: [],
      query: { kind: "RawNode" },
      queryId: { queryId: "cut" },
    } as never);
  });
}
