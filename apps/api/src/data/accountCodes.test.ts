import { setImmediate as nextTurn } from "node:timers/promises";
import type { Address } from "@portico/evm";
import { ensureChainState } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createAccountCodes } from "./accountCodes.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

test("accounts of pages that follow each other closely are stored together, each once", async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  const errors: unknown[] = [];
  const codes = createAccountCodes(db, { onError: (error) => void errors.push(error) });
  const account = (n: number) => ({ chain: "eth", address: `0x${n.toString(16).padStart(40, "0")}` satisfies Address });
  const read = async () => {
    const { rows } = await sql<{ accounts: number; transactions: number }>`
      select count(*)::integer as accounts, count(distinct xmin::text)::integer as transactions from account_code`.execute(
      db,
    );
    return rows[0]!;
  };
  codes.request([account(0)]);
  await expect.poll(async () => (await read()).accounts).toBe(1);
  for (let n = 1; n <= 40; n++) {
    codes.request([account(n), account(n - 1)]);
    await nextTurn();
  }
  await codes.idle();
  const { accounts, transactions } = await read();
  expect([accounts, errors]).toEqual([41, []]);
  expect(transactions).toBeLessThan(5);
});
