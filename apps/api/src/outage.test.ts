import { rm } from "node:fs/promises";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { closeDatabase, createAccessKey, migrate, openDatabase, startPostgres } from "@portico/store";
import { makeMemoryFolder } from "@portico/store/testing";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { createApi } from "./createApi.ts";
import { createHttpServer } from "@portico/server";
import { ALICE, fillStore } from "./testing/fillStore.ts";
import { readProblem } from "./testing/readProblem.ts";

test("H14 without the database responses are 503; once it is back, they recover", async () => {
  const dataDir = await makeMemoryFolder();
  let postgres = await startPostgres({ dataDir, durable: false });
  const db = openDatabase(postgres.url);
  await migrate(db);
  await fillStore(db);
  const { key } = await createAccessKey(db, { name: "test" });
  await closeDatabase(db);

  const api = await createApi({ databaseUrl: postgres.url, log: pino({ level: "silent" }), checkReplies: true });
  const server = createHttpServer(api.app);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const get = (target: string) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${target}`, { headers: { AccessKey: key } });
  const list = `/v1/user/token_list?id=${ALICE}&chain_id=eth`;
  try {
    expect((await get(list)).status).toBe(200);
    const port = Number(new URL(postgres.url).port);
    await postgres.stop();
    const away = await get(list);
    expect(away.headers.get("retry-after")).toBe("1");
    expect(await readProblem(away)).toMatchObject({ status: 503, code: "upstream_error" });
    expect(await readProblem(await get("/readyz"))).toMatchObject({ status: 503, code: "upstream_error" });
    expect((await get("/healthz")).status).toBe(200);
    postgres = await startPostgres({ dataDir, durable: false, port });
    await vi.waitFor(async () => expect((await get(list)).status).toBe(200));
  } finally {
    server.closeAllConnections();
    server.close();
    await api.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
