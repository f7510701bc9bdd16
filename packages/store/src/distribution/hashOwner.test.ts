import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { hashOwner } from "./hashOwner.ts";

test("it is the hash of PostgreSQL, which hashes text of the collation C by its bytes", async () => {
  const { db, drop } = await createTestDatabase();
  try {
    const byte = fc.integer({ min: 1, max: 127 });
    const texts = fc.sample(fc.array(byte, { minLength: 20, maxLength: 20 }), 500).map((bytes) => Buffer.from(bytes));
    const owners = texts.map((text): Address => `0x${text.toString("hex")}`);
    const { rows } = await sql<{ hash: number }>`
      select hashtext(convert_from(bytes, 'UTF8') collate "C") as hash
      from unnest(${texts}::bytea[]) with ordinality as t(bytes, nth) order by nth`.execute(db);
    expect(owners.map(hashOwner)).toEqual(rows.map(({ hash }) => hash));
  } finally {
    await drop();
  }
});

test("nothing but an address is hashed", () => {
  expect(() => hashOwner(`0x${"00".repeat(32)}`)).toThrow(RangeError);
});
