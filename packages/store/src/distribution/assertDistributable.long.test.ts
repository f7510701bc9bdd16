import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { sql } from "kysely";
import { Client } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { closeDatabase, openDatabase } from "../database/database.ts";
import { migrate } from "../migrations/migrate.ts";
import { createCitusDatabase, createTestDatabase, TEST_SHARDS } from "../testing/testDatabase.ts";
import { distribute, planDistribution } from "./distribute.ts";
import { readNodes } from "./readNodes.ts";

const CITUS_URL = process.env["CITUS_URL"];

/** A port of this machine on which nothing listens. */
async function findSilentPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

describe.runIf(CITUS_URL !== undefined)("on Citus", () => {
  const serverUrl = CITUS_URL ?? "";

  test("a database without the extension, the coordinator's address or a worker is refused, and left as it is", async () => {
    const { db, url, drop } = await createTestDatabase({ serverUrl, template: "template1" });
    onTestFinished(drop);
    await migrate(db);
    await expect(distribute(db)).rejects.toThrow(/has no extension citus: run CREATE EXTENSION citus/);
    await sql`create extension citus`.execute(db);
    await expect(distribute(db)).rejects.toThrow(/coordinator has no address: run SELECT citus_set_coordinator_host/);
    const { hostname, port } = new URL(url);
    await sql`select citus_set_coordinator_host(${hostname}::text, ${Number(port)}::integer)`.execute(db);
    await expect(distribute(db)).rejects.toThrow(/no worker node: add at least one with SELECT citus_add_node/);
    expect(await readNodes(db)).toBeUndefined();
    const { rows } = await sql`select from pg_dist_partition`.execute(db);
    expect(rows).toEqual([]);
  });

  test("a user who owns neither the database nor its tables is refused", async () => {
    const { db, url, drop } = await createCitusDatabase(serverUrl);
    await migrate(db);
    const role = `portico_guest_${process.pid}`;
    const client = new Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(`create role ${role} login`);
    const guestUrl = new URL(url);
    guestUrl.username = role;
    const guest = openDatabase(guestUrl.href, { max: 1 });
    try {
      await sql.raw(`grant select on kysely_migration to ${role}`).execute(db);
      await expect(planDistribution(guest)).rejects.toThrow(`The user ${role} does not own the database`);
    } finally {
      await closeDatabase(guest);
      await drop();
      await client.query(`drop role ${role}`);
      await client.end();
    }
  });

  test("a worker that does not answer is named, before and after", async () => {
    const { db, url, drop } = await createCitusDatabase(serverUrl);
    onTestFinished(drop);
    await migrate(db);
    const silent = await findSilentPort();
    const { rows } = await sql<{ port: number }>`
      select nodeport as port from pg_dist_node where groupid = 1`.execute(db);
    const move = (port: number) => sql`update pg_dist_node set nodeport = ${port} where groupid = 1`.execute(db);
    await move(silent);
    await expect(distribute(db)).rejects.toThrow(new RegExp(`The worker .*:${silent} does not answer`));
    await move(rows[0]!.port);
    await distribute(db, { shardCount: TEST_SHARDS });

    const after = openDatabase(url, { max: 1 });
    onTestFinished(() => closeDatabase(after));
    const found = await readNodes(after);
    expect(found).toMatchObject({ waiting: [] });
    expect(found!.nodes.map(({ isCoordinator, shards }) => [isCoordinator, shards > 0])).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ]);
    expect(found!.nodes.every(({ bytes = 0, failure }) => bytes > 0 && failure === undefined)).toBe(true);
    await move(silent);
    const broken = await readNodes(after);
    expect(broken!.nodes.find(({ port }) => port === silent)).toMatchObject({
      bytes: undefined,
      failure: expect.stringMatching(/fail|connect/i),
    });
    expect(broken!.nodes.filter(({ failure }) => failure === undefined)).toHaveLength(2);
  });
});
