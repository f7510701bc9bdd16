import { createAccount, grantUnits, readUnits } from "@portico/store";
import { createTestDatabase, startTcpProxy } from "@portico/store/testing";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { createMeter } from "./createMeter.ts";

const { db, url, drop } = await createTestDatabase();
const proxy = await startTcpProxy(url);
afterAll(async () => {
  proxy.cut();
  await proxy.stop();
  await drop();
});

test("a connection that falls silent while a key's use is written delays reports by some seconds at most", async () => {
  const quiet = { warn: () => undefined, error: () => undefined };
  const meter = createMeter({ db: proxy.db, log: quiet, flushMs: 1000 });
  const { id: accountId } = await createAccount(db, { name: "Test" });
  await grantUnits(db, { accountId, amount: 1000, reason: "top-up", actor: "operator" });
  const charge = () => meter.charge({ accountId, keyId: "key_a", operation: "getToken", units: 1 });
  await charge();
  await meter.flush();
  proxy.silence(); // the only connection; others can be made
  meter.recordKeyUse("key_a");
  await sleep(1200); // it is being written
  await charge();
  await meter.close();
  expect(await readUnits(db, accountId)).toMatchObject({ balance: 998, held: 0, days: [{ used: 2 }, ...dayless] });
}, 20_000);

const dayless = Array.from({ length: 29 }, () => ({ used: 0 }));
