import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { migrate } from "../migrations/migrate.ts";
import { migrations } from "../migrations/migrations.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { openBackup } from "./readBackup.ts";
import { KEPT_TABLES, LEFT_TABLES } from "./keptTables.ts";
import { restoreBackup, type RestoreOptions } from "./restoreBackup.ts";
import { writeBackup } from "./writeBackup.ts";

const names = KEPT_TABLES.map(({ table }) => table);
const full = KEPT_TABLES.filter(({ isAdded }) => !isAdded);

const source = await createTestDatabase();
const target = await createTestDatabase();
afterAll(() => Promise.all([source.drop(), target.drop()]));

/** Texts that end rows, columns and backups if they are not escaped, and others. */
const TEXTS = [
  String.raw`\.`,
  "\n\\.\n",
  String.raw`\N`,
  "a\tb\r\nc",
  String.raw`C:\new "it's" {a,b}`,
  "",
  "😀 é ß",
  ...fc.sample(
    fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", "")),
    { numRuns: 40, seed: 11 },
  ),
];

/** Rows in every table, with these texts wherever a text can be. */
async function fill(db: Store): Promise<void> {
  const texts = sql`unnest(${TEXTS}::text[]) with ordinality t (text, n)`;
  const bytes = (size: number) => sql.raw(`substring(sha256(n::text::bytea) || sha256(n::text::bytea) for ${size})`);
  await sql`insert into deployment (network) values ('public')`.execute(db);
  await sql`insert into account (id, name, balance, owner) select 'acc_' || n, text, n * 1000, ${bytes(28)} from ${texts}`.execute(
    db,
  );
  await sql`
    insert into account_member (account_id, member, role) select 'acc_' || n, ${bytes(20)}, 'viewer' from ${texts}`.execute(
    db,
  );
  await sql`
    insert into account_audit_entry (account_id, actor, is_operator, action, subject, detail)
    select 'acc_' || n, ${bytes(28)}, false, text, text, text from ${texts}`.execute(db);
  await sql`
    insert into access_key (id, hash, name, account_id, ip_ranges, operations, expires_at)
    select 'key_' || n, ${bytes(32)}, text, 'acc_' || n, '{10.0.0.0/8,2001:db8::/32}', array[text, null, 'a'],
      '2026-01-02 03:04:05.678901+00'::timestamptz + n * interval '1 day' from ${texts}`.execute(db);
  await sql`insert into unit_price (operation, units, updated_by) select text || n, n, text from ${texts}`.execute(db);
  await sql`insert into unit_ledger (amount, account_id, reason, actor) select n, 'acc_' || n, text, text from ${texts}`.execute(
    db,
  );
  await sql`
    insert into unit_lease (id, amount, expires_at, account_id, process)
    select gen_random_uuid(), n, now(), 'acc_' || n, text from ${texts}`.execute(db);
  await sql`
    insert into unit_usage (units, calls, day, account_id, key_id, operation)
    select n, 1, date '0001-01-01' + n::integer, 'acc_' || n, text, text from ${texts}`.execute(db);
  await sql`
    insert into alert_rule (id, account_id, name, metric, threshold, window_minutes, url, secret, fired_at)
    select 'alr_' || n, 'acc_' || n, text, 'units', n / 3.0, 60, text, text, now() from ${texts}`.execute(db);
  await sql`
    insert into unit_request (id, account_id, units, reason, answer, decided_by)
    select 'unr_' || n, 'acc_' || n, n, text, text, text from ${texts}`.execute(db);
  await sql`insert into notice (account_id, title, body) select 'acc_' || n, text, text from ${texts}`.execute(db);
  await sql`insert into oauth_app (id, name, site_url, account_id) select 'app_' || n, text, text, 'acc_' || n from ${texts}`.execute(
    db,
  );
  await sql`insert into oauth_app_logo (app_id, image) select 'app_' || n, text::bytea from (select * from ${texts} where text !~ '\\\\') t`.execute(
    db,
  );
  await sql`
    insert into oauth_client (id, app_id, secret_hashes, redirect_uris)
    select 'client_' || n, 'app_' || n, array[${bytes(32)}], array[text] from ${texts}`.execute(db);
  await sql`insert into connect_key (kind, id, secret) select 'jwk', 'k' || n, to_jsonb(text) from ${texts}`.execute(
    db,
  );
  await sql`
    insert into oauth_artifact (model, id_hash, payload)
    select model, ${bytes(32)}, json_build_object('text', text) from ${texts},
      unnest('{Grant,RefreshToken,AccessToken,Session,Interaction}'::text[]) model`.execute(db);
  await sql`
    insert into consent (account, client_id, grant_id, scopes) select ${bytes(20)}, 'client_' || n, text, array[text]
    from ${texts}`.execute(db);
  await sql`insert into profile (address, name, links) select ${bytes(20)}, text, jsonb_build_array(text) from ${texts}`.execute(
    db,
  );
  await sql`insert into explorer_lists (account, lists) select ${bytes(20)}, json_build_array(text) from ${texts}`.execute(
    db,
  );
  await sql`insert into follow (follower, followed) select ${bytes(20)}, ${bytes(28)} from ${texts}`.execute(db);
  await sql`
    insert into message_batch (id, max_offer_price, prepayment_amount, recipients, kind, account_id, key_id, request_hash, content)
    select 'b' || n, 0, 0, 1, 'group_send', 'acc_' || n, 'key_' || n, ${bytes(32)}, to_jsonb(text) from ${texts}`.execute(
    db,
  );
  await sql`insert into message (recipient, batch_id, is_blocked) select ${bytes(20)}, text || n, false from ${texts}`.execute(
    db,
  );
  await sql`insert into message_block (recipient, sender) select ${bytes(20)}, text from ${texts}`.execute(db);
  await sql`insert into message_webhook (batch_id, chunk, last_error) select 'b' || n, 1, text from ${texts}`.execute(
    db,
  );
  await sql`insert into event_cursor (chain, block_number) select text || n, n from ${texts}`.execute(db);
  await sql`insert into event_stream (chain, owner, last_number) select 'eth', ${bytes(20)}, n from ${texts}`.execute(
    db,
  );
  await sql`
    insert into owner_event (
      chain, owner, number, block_number, block_hash, time_at, tx_hash, movement_count, kinds, movements
    )
    select 'eth', ${bytes(20)}, n, n, ${bytes(32)}, n, ${bytes(32)}, 1, array[text], jsonb_build_array(text) from ${texts}`.execute(
    db,
  );
  await sql`
    insert into subscription (id, account_id, key_id, name, url, secret, chains, kinds)
    select 's' || n, 'acc_' || n, 'key_' || n, text, text, text, array[text], array[text] from ${texts}`.execute(db);
  await sql`
    insert into subscription_lane (subscription_id, chain, owner, sent_number, done_number, pending_number, queued_number)
    select 's' || n, text, ${bytes(20)}, n, n, n, n from ${texts}`.execute(db);
  await sql`
    insert into dead_letter (subscription_id, chain, owner, number, previous_number, attempts, last_error)
    select 's' || n, text, ${bytes(20)}, n, 0, n, text from ${texts}`.execute(db);
  await sql`insert into protocol_switch (is_off, protocol_id, actor, reason) select n % 2 = 0, text, text, null from ${texts}`.execute(
    db,
  );
  await sql`
    insert into function_signature (selector, signature, source) select ${bytes(4)}, text || n, text from ${texts}`.execute(
    db,
  );
  await sql`
    insert into followed_owner (chain, owner, is_permanent, since_block) select 'eth', ${bytes(20)}, n % 2 = 0, 7 from ${texts}`.execute(
    db,
  );
  await sql`insert into dashboard_session (expires_at, token_hash, account_id) values (now(), sha256(''), 'acc_1')`.execute(
    db,
  );
}

await fill(source.db);

const backUp = async (db: Store): Promise<Buffer> => {
  const output = new PassThrough();
  const [text] = await Promise.all([
    buffer(output),
    writeBackup(db, output, { version: "1" }).finally(() => output.end()),
  ]);
  return text;
};
/** In pieces of one size, as a pipe may cut them. */
const inPieces = (text: Buffer, size: number): Readable =>
  Readable.from(
    (function* () {
      for (let at = 0; at < text.length; at += size) yield text.subarray(at, at + size);
    })(),
  );
const restore = (db: Store, text: Buffer, options?: RestoreOptions) => restoreBackup(db, inPieces(text, 999), options);

/** Every row of what a backup contains, as text. */
async function readAll(db: Store): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { table, rows = "true" } of full) {
    const { rows: texts } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(table)} t where ${sql.raw(rows)} order by 1`.execute(db);
    found[table] = texts.map(({ row }) => row);
  }
  return found;
}

const isEmpty = async (db: Store): Promise<boolean> => Object.values(await readAll(db)).flat().length === 0;

const backup = await backUp(source.db);

test("every table is in a backup, or left out for a reason", async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
    and relkind in ('r', 'p') and not relispartition order by 1`.execute(source.db);
  expect(rows.map(({ name }) => name)).toEqual([...names, ...LEFT_TABLES.map(({ table }) => table)].toSorted());
  expect(LEFT_TABLES.filter(({ reason }) => reason === "")).toEqual([]);
});

test("what is restored equals what was backed up, value by value, and ids go on", async () => {
  const { tables } = await restore(target.db, backup);
  expect(tables.map(({ table }) => table)).toEqual(names);
  expect(tables.find(({ table }) => table === "oauth_artifact")?.rows).toBe(2 * TEXTS.length);
  const [there, here] = [await readAll(source.db), await readAll(target.db)];
  expect(Object.values(there).filter((rows) => rows.length === 0)).toEqual([]);
  expect(here).toEqual(there);
  const { rows: followed } = await sql<{ count: bigint }>`
    select count(*) from followed_owner join sight using (chain, owner)
    where is_permanent and since_block is null and block_number is null`.execute(target.db);
  expect(Number(followed[0]?.count)).toBe(Math.floor(TEXTS.length / 2));
  const add = sql<{ id: bigint }>`
    insert into unit_ledger (amount, account_id, reason, actor) values (1, 'acc_1', 'x', 'y') returning id`;
  expect((await add.execute(target.db)).rows[0]?.id).toBe(BigInt(TEXTS.length + 1));
  const again = await backUp(source.db);
  expect(again.toString().replace(/"takenAt":"[^"]*"|"sha256":"\w+"\}\n$/g, "")).toBe(
    backup.toString().replace(/"takenAt":"[^"]*"|"sha256":"\w+"\}\n$/g, ""),
  );
});

test("rows of the database are refused, or replaced as a whole, with the sessions that belong to them", async () => {
  await expect(restore(target.db, backup)).rejects.toThrow(/rows in account, access_key, .*--replace/);
  await sql`insert into dashboard_session (expires_at, token_hash, account_id) values (now(), sha256(''), 'acc_1')`.execute(
    target.db,
  );
  await sql`
    insert into account_invitation (id, account_id, role, secret_hash, invited_by, expires_at)
    values ('inv_1', 'acc_1', 'owner', sha256(''), sha256(''), now() + interval '1 day')`.execute(target.db);
  await sql`insert into account (id, name) values ('acc_other', 'Other')`.execute(target.db);
  await restore(target.db, backup, { replace: true });
  expect(await readAll(target.db)).toEqual(await readAll(source.db));
  expect((await sql`select from dashboard_session`.execute(target.db)).rows).toEqual([]);
  expect((await sql`select from account_invitation`.execute(target.db)).rows).toEqual([]); // revoked since, perhaps
  await expect(sql`delete from unit_ledger`.execute(target.db)).rejects.toThrow("append-only");
});

test("a cut, changed or foreign file is refused, and nothing is restored", async () => {
  const { db, drop } = await createTestDatabase();
  const flip = (at: number): Buffer => {
    const changed = Buffer.from(backup);
    changed[at] = changed[at] === 97 ? 98 : 97;
    return changed;
  };
  const ledger = backup.indexOf('"table":"unit_ledger"');
  const wrong: [Buffer, RegExp][] = [
    [Buffer.alloc(0), /not a backup/],
    [Buffer.from("age-encryption.org/v1\n-> X25519 …"), /not a backup.*decrypt/],
    [Buffer.from("portico-backup 2\n{}\n"), /later version/],
    [Buffer.from("portico-backup 1\n{}\n"), /no header/],
    ...[1, 15, 16, 400].map((length): [Buffer, RegExp] => [backup.subarray(0, length), /incomplete/]),
    [backup.subarray(0, ledger), /incomplete/],
    [backup.subarray(0, -1), /incomplete/],
    [backup.subarray(0, backup.lastIndexOf("\n", -2) + 1), /incomplete/],
    [Buffer.concat([backup, Buffer.from("\n")]), /goes on/],
    [flip(3), /not a backup/],
    [flip(15), /later version/], // the number of the format
    [flip(backup.indexOf("😀 é")), /rows of account|22021/],
    [flip(backup.indexOf('"version"') + 11), /checksum is wrong/],
    [flip(backup.length - 10), /checksum is wrong/],
    [Buffer.from(backup.toString().replace('"table":"profile"', '"table":"lease"')), /doesn't contain: lease/],
    [Buffer.from(backup.toString().replace('"columns":["balance"', '"columns":["secret"')), /account .*: secret/],
    [Buffer.from(backup.toString().replace(/"schema":"[^"]*"/, '"schema":"9999_future"')), /9999_future/],
  ];
  for (const [text, message] of wrong) await expect(restore(db, text)).rejects.toThrow(message);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: backup.length - 1 }), async (length) => {
      await expect(restore(db, backup.subarray(0, length))).rejects.toThrow(/incomplete/);
    }),
    { numRuns: 4 },
  );
  expect(await isEmpty(db)).toBe(true);
  await restore(db, backup);
  await drop();
});

test("an error of PostgreSQL names the table and the constraint, never a value", async () => {
  const { db, drop } = await createTestDatabase();
  const doubled = Buffer.from(backup.toString().replaceAll("acc_2\t", "acc_1\t"));
  await expect(restore(db, doubled)).rejects.toThrow(
    /^Restoring account failed with PostgreSQL's error 23505 \(account_pkey\): the database/,
  );
  await expect(restore(db, doubled)).rejects.not.toThrow(/acc_1/);
  expect(await isEmpty(db)).toBe(true);
  await drop();
});

test("a table that changes during a backup is as it was at its beginning", async () => {
  const output = new PassThrough({ highWaterMark: 1 });
  const writing = writeBackup(source.db, output, { version: "1" });
  await new Promise((resolve) => output.once("readable", resolve));
  await sql`insert into function_signature (selector, signature, source) values ('abcd', 'late()', 'late')`.execute(
    source.db,
  );
  const [text] = await Promise.all([buffer(output), writing.finally(() => output.end())]);
  expect(text.includes("late()")).toBe(false);
  await sql`delete from function_signature where source = 'late'`.execute(source.db);
});

test("an output that fails ends the backup, and the connection is usable again", async () => {
  const output = new PassThrough({ highWaterMark: 1 });
  const writing = writeBackup(source.db, output, { version: "1" });
  output.once("readable", () => output.destroy(new Error("no space")));
  await expect(writing).rejects.toThrow("no space");
  expect((await backUp(source.db)).length).toBe(backup.length);
});

test("a database without tables gets the backup's schema, and is migrated; a database of another schema is refused", async () => {
  const empty = await createTestDatabase({ template: "template1" });
  const { migrated } = await restore(empty.db, backup);
  expect(migrated).toEqual(Object.keys(migrations));
  expect(await readAll(empty.db)).toEqual(await readAll(source.db));
  await empty.drop();

  const old = await createTestDatabase({ template: "template1" });
  await migrate(old.db, { upTo: "0019_deployment" });
  await expect(restore(old.db, backup)).rejects.toThrow(
    "0019_deployment, an older one: run pnpm portico migrate first",
  );
  await sql`insert into account (id, name) values ('acc_old', 'Old')`.execute(old.db);
  const earlier = await backUp(old.db);
  const fresh = await createTestDatabase();
  await restore(fresh.db, earlier);
  expect((await readAll(fresh.db))["account"]).toHaveLength(1);
  await fresh.drop();
  await old.drop();

  const older = await createTestDatabase({ template: "template1" });
  await migrate(older.db, { upTo: "0014_login_limits" });
  await sql`insert into access_key (id, hash, name) values ('key_old', sha256(''), 'Old')`.execute(older.db);
  const oldest = await backUp(older.db);
  await older.drop();
  const newest = await createTestDatabase();
  await expect(restore(newest.db, oldest)).rejects.toThrow(/0015_accounts changes its rows: restore it into an empty/);
  await newest.drop();

  const again = await createTestDatabase({ template: "template1" });
  await expect(restore(again.db, oldest.subarray(0, -20))).rejects.toThrow(/incomplete/);
  await restore(again.db, oldest);
  expect((await readAll(again.db))["access_key"]).toHaveLength(1);
  await again.drop();
});

test("a backup of a devnet doesn't come into a database of indexed public chains", async () => {
  const { db, drop } = await createTestDatabase();
  await sql`insert into deployment (network, genesis_hashes) values ('devnet', array[sha256('')])`.execute(db);
  await sql`insert into chain_state (chain, chain_id, start_block) values ('eth', 1, 0)`.execute(db);
  await expect(restore(db, backup)).rejects.toThrow("of public chains, and the database has indexed a devnet");
  await sql`delete from chain_state`.execute(db);
  await restore(db, backup);
  expect((await sql`select network from deployment`.execute(db)).rows).toEqual([{ network: "public" }]);
  await drop();
});

test("a missing privilege is named, with its table", async () => {
  const role = `portico_backup_${process.pid}`;
  await sql
    .raw(`create role ${role} login password 'guest'; grant select on account, kysely_migration to ${role}`)
    .execute(source.db);
  const url = new URL(source.url);
  url.username = role;
  url.password = "guest";
  const guest = openDatabase(url.href, { max: 1 });
  await expect(backUp(guest)).rejects.toThrow(/^Reading deployment failed with PostgreSQL's error 42501: .*privilege/);
  await expect(restore(guest, backup)).rejects.toThrow(/42501.*privilege/);
  await closeDatabase(guest);
  await sql.raw(`drop owned by ${role}; drop role ${role}`).execute(source.db);
});

test("a backup is read in pieces of any size", async () => {
  for (const size of [1, 7, backup.length]) {
    const { readTables } = await openBackup(inPieces(backup, size));
    const tables = await readTables(async (_head, rows) => {
      for await (const chunk of rows) expect(chunk.at(-1)).toBe(10);
    });
    expect(tables).toHaveLength(KEPT_TABLES.length);
  }
});
