import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import type { Leg } from "./leg.ts";
import { copyLegs } from "./legs.ts";
import { listMintsAndBurns } from "./mintsAndBurns.ts";
import { LegKind } from "./position.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);
beforeEach(async () => void (await sql`truncate leg`.execute(db)));

const ZERO: Address = `0x${"00".repeat(20)}`;
const router: Address = `0x${"ab".repeat(20)}`;
const share: Address = `0x${"cd".repeat(20)}`;
const leg = (fields: Partial<Leg>): Leg => ({
  owner: router,
  blockNumber: 7n,
  txIndex: 3,
  kind: LegKind.token,
  index: 1,
  subIndex: 0,
  isInbound: true,
  token: share,
  counterparty: ZERO,
  rawAmount: 5n,
  txHash: `0x${"01".repeat(32)}`,
  timeAt: 1,
  ...fields,
});
const party = { chain: "eth", blockNumber: 7n, txIndex: 3, party: router };

test("tokens that an account minted and burnt in a transaction, each once", async () => {
  const other: Address = `0x${"ef".repeat(20)}`;
  await copyLegs(db, "eth", [
    leg({}),
    leg({ index: 2 }),
    leg({ index: 3, isInbound: false, token: other }),
    leg({ index: 4, counterparty: other, token: other }),
    leg({ index: 5, kind: LegKind.nft, tokenId: 1n, token: other }),
    leg({ txIndex: 2, token: other }),
    leg({ txIndex: 4, token: other }),
    leg({ blockNumber: 8n, token: other }),
    leg({ owner: other, token: other }),
  ]);
  await copyLegs(db, "base", [leg({ token: other })]);
  const found = await listMintsAndBurns(db, [party]);
  expect(found.toSorted((a, b) => Number(b.isMint) - Number(a.isMint))).toEqual([
    { ...party, token: share, isMint: true },
    { ...party, token: other, isMint: false },
  ]);
  expect(await listMintsAndBurns(db, [])).toEqual([]);
});
