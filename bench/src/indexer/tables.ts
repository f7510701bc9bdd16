import { join } from "node:path";
import type { Client } from "pg";

/** The non-empty tables, except those of the migrations, as the client's transaction sees them. */
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

/** Copies into binary files on the server's disk. @returns the tables and their numbers of rows. */
export async function copyOut(client: Client, folder: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const table of await listFilledTables(client)) {
    const name = client.escapeIdentifier(table);
    const { rowCount } = await client.query(`COPY ${name} TO ${fileOf(client, folder, table)} (FORMAT binary)`);
    counts.set(table, rowCount ?? 0);
  }
  return counts;
}

/** What a table takes on disk, with its indexes. */
export async function readBytes(client: Client, table: string): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>("SELECT pg_total_relation_size($1::regclass) AS bytes", [
    table,
  ]);
  return Number(rows[0]?.bytes);
}

/** Deletes the rows that migrations insert. */
export async function emptyTables(client: Client, tables: Iterable<string>): Promise<void> {
  for (const table of tables) await client.query(`DELETE FROM ${client.escapeIdentifier(table)}`);
}

/** Copies the files back: the maximum speed at which PostgreSQL accepts these rows. */
export async function copyIn(client: Client, folder: string, tables: Iterable<string>): Promise<void> {
  for (const table of tables) {
    const name = client.escapeIdentifier(table);
    await client.query(`COPY ${name} FROM ${fileOf(client, folder, table)} (FORMAT binary)`);
  }
}

/** A folder in which the server process may write. */
export async function findServerFolder(client: Client): Promise<string> {
  const { rows } = await client.query<{ folder: string }>("SELECT current_setting('data_directory') AS folder");
  return rows[0]?.folder ?? "";
}
