import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { PRIVATE_RULES } from "@portico/safe-fetch";
import { createAccessKey, createMessageBatch, inTransaction } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addressOf, newBatch } from "../testing/sampleMessage.ts";
import { startWebhookQueue, type WebhookQueue } from "./webhookQueue.ts";

const { db, url: databaseUrl, drop } = await createTestDatabase();
const { id: keyId } = await createAccessKey(db, { name: "test" });
let hangs = false;
const requests: ServerResponse[] = [];
const receiver = createServer((_request, response) => {
  requests.push(response);
  if (!hangs) response.writeHead(204).end();
});
let port = 0;
beforeAll(async () => {
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  ({ port } = receiver.address() as AddressInfo);
});
beforeEach(() => requests.splice(0));
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await drop();
});

const start = (): Promise<WebhookQueue> =>
  startWebhookQueue({
    databaseUrl,
    db,
    log: pino({ level: "silent" }),
    settings: {
      url: `http://127.0.0.1:${port}/hook`,
      secret: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
      rules: { timeoutMs: 60_000, maxBytes: 0, maxRedirects: 0, ...PRIVATE_RULES, ports: [port] },
    },
    pollMs: 20,
    freeMs: 50,
  });

/** A sending of one chunk, of which 16 attempts failed. */
async function addTried(queue: WebhookQueue, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await createMessageBatch(tx, { ...newBatch(id, keyId, addressOf(1)), webhookChunk: queue.chunk });
    await queue.add(tx, id, 1);
    await sql`update portico_jobs._private_jobs set attempts = 16 where payload->>'batchId' = ${id}`.execute(tx);
  });
}

async function readPiece(id: string): Promise<unknown> {
  const { rows } = await sql`select state, attempts, last_error from message_webhook where batch_id = ${id}`.execute(
    db,
  );
  return rows[0];
}

const delivered = { state: "delivered", attempts: 1, last_error: null };

test("the last attempt of a chunk that a shutdown interrupts is repeated by the next process", async () => {
  hangs = true;
  const first = await start();
  await addTried(first, "ms_cut");
  await expect.poll(() => requests.length).toBe(1);
  await first.close();
  expect(await readPiece("ms_cut")).toEqual({ state: "pending", attempts: 0, last_error: null });
  hangs = false;
  const second = await start();
  await expect.poll(() => readPiece("ms_cut")).toEqual(delivered);
  await second.close();
});

test("the last attempt of a chunk interrupted by a kill is repeated, too; a failed one is not", async () => {
  const queue = await start();
  await queue.close();
  await addTried(queue, "ms_killed");
  await addTried(queue, "ms_failed");
  await sql`update portico_jobs._private_jobs set attempts = 17, locked_by = 'worker-of-nobody',
    locked_at = now() - interval '121 seconds' where payload->>'batchId' = 'ms_killed'`.execute(db);
  await sql`update portico_jobs._private_jobs set attempts = 17 where payload->>'batchId' = 'ms_failed'`.execute(db);
  await sql`update message_webhook set state = 'failed', attempts = 17 where batch_id = 'ms_failed'`.execute(db);
  const next = await start();
  await expect.poll(() => readPiece("ms_killed")).toEqual(delivered);
  await next.close();
  expect(requests).toHaveLength(1);
  expect(await readPiece("ms_failed")).toEqual({ state: "failed", attempts: 17, last_error: null });
});

test("a chunk held by a killed process is delivered by another, after minutes, not hours", async () => {
  const queue = await start();
  await inTransaction(db, async (tx) => {
    await createMessageBatch(tx, newBatch("ms_held", keyId, addressOf(40_001)));
    await sql`
      select portico_jobs.add_job('message_webhook', json_build_object('batchId', 'ms_held', 'chunk', 1))`.execute(tx);
    await sql`
      update portico_jobs._private_jobs set locked_by = 'worker-of-nobody', locked_at = now() - interval '121 seconds'
      where payload->>'batchId' = 'ms_held'`.execute(tx);
  });
  await expect.poll(() => requests.length).toBe(1);
  await queue.close();
});
