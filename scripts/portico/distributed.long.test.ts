import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createAccessKey,
  createAccount,
  ensureChainState,
  findAccessKey,
  grantUnits,
  listAccounts,
  listPendingScans,
  type Address,
} from "@portico/store";
import { createTemplate, createTestDatabase, startCitus, TEST_SHARDS } from "@portico/store/testing";
import { sql } from "kysely";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { Finding } from "./doctor/finding.ts";
import { createTestShell } from "./testing/createTestShell.ts";

const citus = await startCitus();
const folder = mkdtempSync(join(tmpdir(), "portico-distributed-"));
afterAll(async () => {
  await citus?.stop();
  rmSync(folder, { recursive: true });
});

const hostOf = (url: string): string => new URL(url).host;

describe.runIf(citus !== undefined)("on a distributed database", () => {
  test("status and doctor name its nodes, the one that does not answer, and a table that waits", async () => {
    const { url: serverUrl, workers } = citus!;
    const template = await createTemplate(serverUrl);
    const { db, url, drop } = await createTestDatabase({ serverUrl, template });
    const at = (node: string) => Object.assign(new URL(url), { host: hostOf(node) }).href;
    const env = { DATABASE_URL: url, DATABASE_READ_URL: workers.map((worker) => at(worker.url)).join(",") };
    const run = createTestShell(db, { env, stateFolder: folder });
    const names = workers.map((worker) => `worker ${hostOf(worker.url)}`);
    const [first, second] = names as [string, string];
    const listFindings = async () => JSON.parse((await run("doctor", "--json")).lines.join("\n")) as Finding[];
    const find = async (what: string) => (await listFindings()).filter((finding) => finding.what === what);
    const lineOf = async (start: string) => (await run("status")).lines.filter((line) => line.startsWith(start));

    const healthy = await run("status");
    expect(healthy.code).toBe(0);
    const shown = healthy.lines.join("\n");
    expect(shown).toMatch(new RegExp(`^coordinator ${hostOf(serverUrl)} +[\\d.]+ MB$`, "m"));
    const shards = await countShards();
    for (const name of names) expect(shown).toMatch(new RegExp(`^${name} +${shards} shards, [\\d.]+ MB$`, "m"));
    for (const worker of workers) expect(shown).toMatch(new RegExp(`^replica ${hostOf(worker.url)} +used$`, "m"));
    expect(JSON.parse((await run("status", "--json")).lines.join("\n"))).toMatchObject({
      distribution: {
        nodes: [{ isCoordinator: true, shards: 0 }, ...workers.map(() => ({ isCoordinator: false, shards }))],
        waiting: [],
      },
    });
    for (const name of names) {
      expect(await find(name)).toMatchObject([
        { state: "ok", text: expect.stringContaining(`${shards} shards`) as string },
      ]);
    }
    expect(await find(`coordinator ${hostOf(serverUrl)}`)).toMatchObject([{ state: "ok" }]);

    await workers[0]!.kill();
    expect(await lineOf(first)).toEqual([expect.stringMatching(/ {2}does not answer: /)]);
    expect(await lineOf(second)).toEqual([expect.stringContaining(`${shards} shards`)]);
    expect(await lineOf(`replica ${hostOf(workers[0]!.url)}`)).toEqual([expect.stringContaining("left out: ")]);
    expect(await find(first)).toMatchObject([
      {
        state: "broken",
        text: expect.stringContaining("does not answer") as string,
        advice: expect.stringContaining("start this server") as string,
      },
    ]);
    expect((await run("doctor")).code).toBe(1);
    await workers[0]!.restart();
    await vi.waitFor(async () => expect(await find(first)).toMatchObject([{ state: "ok" }]), 60_000);

    await sql`select undistribute_table('residual')`.execute(db);
    expect(await lineOf("distribution")).toEqual([expect.stringMatching(/ {2}interrupted, waiting: residual$/)]);
    expect(await find("distribution")).toMatchObject([
      { state: "broken", advice: expect.stringContaining("pnpm portico distribute again") as string },
    ]);
    await drop();

    /** Of all tables of owners on each worker: the workers share them evenly. */
    async function countShards(): Promise<number> {
      const { rows } = await sql<{ tables: number }>`
        select count(*)::integer as tables from citus_tables where citus_table_type = 'distributed'`.execute(db);
      return (rows[0]!.tables * TEST_SHARDS) / workers.length;
    }
  }, 180_000);

  test("a backup of it is restored into another distributed database, and into one PostgreSQL", async () => {
    const { url: serverUrl } = citus!;
    const template = await createTemplate(serverUrl);
    const [from, other] = [
      await createTestDatabase({ serverUrl, template }),
      await createTestDatabase({ serverUrl, template }),
    ];
    const plain = await createTestDatabase();
    const file = join(folder, "portico.backup");
    const owners = Array.from({ length: 12 }, (_, n): Address => `0x${(0xa000 + n).toString(16).padStart(40, "0")}`);
    await ensureChainState(from.db, { chain: "eth", chainId: 1, startBlock: 7n, mode: "owners" });
    const { id: accountId } = await createAccount(from.db, { name: "Ann" });
    await grantUnits(from.db, { accountId, amount: 5_000, reason: "invoice", actor: "operator" });
    const { key } = await createAccessKey(from.db, { name: "first", accountId });
    expect(await createTestShell(from.db)("owners", "add", ...owners)).toMatchObject({ code: 0 });
    expect(await createTestShell(from.db)("backup", file)).toMatchObject({ code: 0 });

    for (const { db } of [other, plain]) {
      const run = createTestShell(db);
      expect(await run("restore", file)).toMatchObject({ code: 0 });
      expect(await run("restore", file)).toMatchObject({
        code: 1,
        errors: expect.stringContaining("--replace") as string,
      });
      expect(await run("restore", file, "--replace")).toMatchObject({ code: 0 });
      expect(await findAccessKey(db, key)).toMatchObject({ name: "first", accountId });
      expect((await listAccounts(db, { start: 0, limit: 9 })).accounts).toMatchObject([
        { name: "Ann", balance: 5_000 },
      ]);
      await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 7n, mode: "owners" });
      expect((await listPendingScans(db, "eth", 99)).toSorted()).toEqual(owners);
    }
    for (const { drop } of [from, other, plain]) await drop();
  }, 180_000);
});
