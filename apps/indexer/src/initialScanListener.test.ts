import { requestInitialScan } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { expect, test } from "vitest";
import { listenForInitialScans } from "./initialScanListener.ts";

test("a chain's loop is woken by a request for its chain, including one that arrived while it worked", async () => {
  const database = await createTestDatabase();
  const listener = await listenForInitialScans(database.url, { onError: (error) => expect.fail(error.message) });
  try {
    const order: string[] = [];
    const base = listener.woken("base").then(() => order.push("base"));
    const eth = listener.woken("eth").then(() => order.push("eth"));
    await requestInitialScan(database.db, "0x00000000000000000000000000000000000000b0", ["eth"]);
    await eth;
    await requestInitialScan(database.db, "0x00000000000000000000000000000000000000b1", ["base", "eth"]);
    await base;
    await listener.woken("eth"); // notified before it waits
    expect(order).toEqual(["eth", "base"]);
  } finally {
    await listener.stop();
    await database.drop();
  }
});
