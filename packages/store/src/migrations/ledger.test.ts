import { sql } from "kysely";
import { expect, test } from "vitest";
import { toBytea } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import { copyLegs } from "../history/legs.ts";
import type { Leg } from "../history/leg.ts";
import { BACKWARDS, decodePosition, encodePosition, LegKind } from "../history/position.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { migrate } from "./migrate.ts";

const owner: Address = `0x${"aa".repeat(20)}`;
const location = { txIndex: 2, kind: LegKind.unlogged, index: 9, subIndex: BACKWARDS };
const leg: Leg = {
  ...location,
  owner,
  blockNumber: 7n,
  isInbound: true,
  token: owner,
  counterparty: `0x${"00".repeat(20)}`,
  rawAmount: 5n,
  txHash: `0x${"01".repeat(32)}`,
  timeAt: 70,
};

test("residuals of before are not backwards, and still refer to their legs", async () => {
  const { db, drop } = await createTestDatabase({ template: "template1" });
  await migrate(db, { upTo: "0026_residuals" });
  await copyLegs(db, "eth", [leg, { ...leg, kind: LegKind.token }]);
  await sql`
    insert into residual values (6, 8, 80, 7, ${encodePosition(location)}, false, ${toBytea(owner)}, 'eth',
      ${toBytea(owner)}, 5)`.execute(db);
  await migrate(db);
  const { rows } = await sql<{ position: bigint; kind: number; residual: bigint | null; is_backwards: boolean | null }>`
    select leg.position, kind, r.position as residual, is_backwards
    from leg left join residual r on r.position = leg.position order by kind`.execute(db);
  const position = encodePosition({ ...location, subIndex: 0 });
  expect(rows).toEqual([
    { kind: LegKind.token, position: expect.any(BigInt) as bigint, residual: null, is_backwards: null },
    { kind: LegKind.unlogged, position, residual: position, is_backwards: false },
  ]);
  expect(decodePosition(rows[0]!.position).subIndex).toBe(BACKWARDS);
  await drop();
});
