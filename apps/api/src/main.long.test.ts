import path from "node:path";
import { rawRequest, startProcess } from "@portico/server/testing";
import { createAccessKey } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { expect, test } from "vitest";

test("H13 a request that the database never answers is cut, and delays the process's end by less than 10 s", async () => {
  const database = await createTestDatabase();
  const { key } = await createAccessKey(database.db, { name: "test" });
  const main = path.join(import.meta.dirname, "main.ts");
  const service = startProcess(main, [], { DATABASE_URL: database.url, PORTICO_API_PORT: "0" });
  const port = Number(new URL(await service.url()).port);
  await database.db.transaction().execute(async (db) => {
    await sql`LOCK TABLE access_key IN ACCESS EXCLUSIVE MODE`.execute(db);
    const stuck = rawRequest(port, [`GET /v1/chain?id=eth HTTP/1.1\r\nHost: x\r\nAccessKey: ${key}\r\n\r\n`]);
    await rawRequest(port, ["GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"]);
    service.child.kill("SIGTERM");
    await service.until('"stopping"');
    const startedAt = performance.now();
    expect(await stuck).toBe("");
    expect(await service.end).toBe(1); // something did not end
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
  expect(service.output()).toContain("requests took too long and were aborted");
  await database.drop();
});
