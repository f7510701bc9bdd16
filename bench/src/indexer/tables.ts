import { join } from "node:path";
import type { Client } from "pg";

/** The tables that hold rows, those of the migrations aside, as the client's transaction sees them. */
export async function listFilledTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely%' ORDER BY 1`,
  );
  const filled: string[] = [];
  for (const { name } of rows) {
    const found = await client.query(`SELECT FROM ${client.escapeIdentifier(name)} LIMIT 1`);
    if (found.rowCount === 1) filled.push(name);
  }
  return filled;
}

const fileOf = (client: Client, folder: string, table: string): string => client.escapeLiteral(join(folder, table));

/** Into files of the server's own disk, binary. @returns the tables, with how many rows. */
export async function copyOut(client: Client, folder: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const table of await listFilledTables(client)) {
    const name = client.escapeIdentifier(table);
    const { rowCount } = await client.query(`COPY ${name} TO ${fileOf(client, folder, table)} (FORMAT binary)`);
    counts.set(table, rowCount ?? 0);
  }
  return counts;
}

/** The way back: as fast as PostgreSQL takes these rows at all. */
export async function copyIn(client: Client, folder: string, tables: Iterable<string>): Promise<void> {
  for (const table of tables) {
    const name = client.escapeIdentifier(table);
    await client.query(`COPY ${name} FROM ${fileOf(client, folder, table)} (FORMAT binary)`);
  }
}

/** A folder where the server's process may write. */
export async function findServerFolder(client: Client): Promise<string> {
  const { rows } = await client.query<{ folder: string }>("SELECT current_setting('data_directory') AS folder");
  return rows[0]?.folder ?? "";
}
