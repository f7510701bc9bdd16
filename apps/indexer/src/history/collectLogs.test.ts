import type { Address } from "@portico/evm";
import { getChain } from "@portico/evm";
import type { Rpc } from "@portico/evm";
import { addOwnerHistories, advanceChain, ensureChainState } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { createCollector } from "./collector.ts";
import { collectLogs } from "./collectLogs.ts";
import type { HistorySources } from "./findSources.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

test("an owner whose logs fail holds up nobody who is searched with it", async () => {
  const owners = Array.from({ length: 9 }, (_, n): Address => `0x${(n + 1).toString(16).padStart(40, "0")}`);
  const failing = owners[4]!;
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 50n, mode: "owners" });
  const head = { blockNumber: 60n, hash: `0x${"6".repeat(64)}`, timeAt: 60 } as const;
  await advanceChain(db, "eth", { logs: head, balances: head });
  for (const owner of owners) {
    const bytes = Buffer.from(owner.slice(2), "hex");
    await sql`insert into followed_owner (chain, owner, since_block) values ('eth', ${bytes}, 55)`.execute(db);
  }
  await addOwnerHistories(db, "eth");
  const logs: HistorySources["logs"] = {
    findObstacle: async () => undefined,
    findNamed: async (among) => {
      if (among.includes(failing)) throw new Error("the logs are too many");
      return { fromBlock: 0n, found: [] };
    },
  };
  const rpc = { readLimits: async () => ({}) } as Pick<Rpc, "readLimits"> as Rpc;
  const work = {
    db,
    chain: getChain("eth"),
    rpc,
    log: pino({ level: "silent" }),
    signal: new AbortController().signal,
  };
  const collector = createCollector(work, { logs } as Pick<HistorySources, "logs"> as HistorySources, 100);
  for (let step = 0; step < 30; step++) await collectLogs(collector);
  const { rows } = await sql<{ owner: string; reason: string }>`
    select '0x' || encode(owner, 'hex') as owner, reason from owner_history where logs_from is null`.execute(db);
  expect(rows).toEqual([{ owner: failing, reason: "the logs are too many" }]);
});
