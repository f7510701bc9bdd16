import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startDevnet } from "@portico/devnet";
import { findChainState } from "@portico/store";
import { createTestDatabase, hasPgBouncer, startPgBouncer } from "@portico/store/testing";
import { expect, test } from "vitest";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));
const { PATH, NODE_COMPILE_CACHE } = process.env;

test.skipIf(!hasPgBouncer())(
  "an index is complete when DATABASE_URL is PgBouncer in transaction mode, and nothing else is set",
  async () => {
    const [devnet, { db, url, drop }] = await Promise.all([
      startDevnet({ chains: ["base"], size: { people: 2, transactions: 0, days: 2 } }),
      createTestDatabase(),
    ]);
    const pooler = await startPgBouncer(url);
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH, NODE_COMPILE_CACHE, DATABASE_URL: pooler.url, PORTICO_RPC_BASE: devnet.chains.base!.rpcUrl },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let printed = "";
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      printed += chunk.toString();
      if (printed.includes('"phase":"head"')) break;
    }
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    expect(printed).toContain("database notifications are interrupted");
    expect((await findChainState(db, "base"))?.balances).toBeDefined();
    await pooler.stop();
    await Promise.all([devnet.stop(), drop()]);
  },
);
