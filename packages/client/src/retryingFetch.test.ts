import { expect, test } from "vitest";
import { backoffMs, createRetryingFetch, retryAfterMs } from "./retryingFetch.ts";
import { startServer } from "./testing/startServer.ts";

/** Fails `failures` times with a status, then responds with 200. */
const failing = (failures: number, status: number, retryAfter = "0") =>
  startServer((response, _request, count) => {
    response.writeHead(count <= failures ? status : 200, { "retry-after": retryAfter }).end(String(count));
  });

test.for([429, 503])("a GET with status %i is retried until it succeeds", async (status) => {
  await using server = await failing(2, status);
  const response = await createRetryingFetch(fetch)(new Request(server.url));
  expect([response.status, await response.text()]).toEqual([200, "3"]);
});

test("the last attempt's response is returned", async () => {
  await using server = await failing(9, 503);
  const response = await createRetryingFetch(fetch, { attempts: 2 })(new Request(server.url));
  expect([response.status, await response.text()]).toEqual([503, "2"]);
});

test.for([400, 401, 403, 404, 500, 501])("a GET with status %i is not retried", async (status) => {
  await using server = await failing(9, status);
  await createRetryingFetch(fetch)(new Request(server.url));
  expect(server.received).toHaveLength(1);
});

test("a POST is never retried", async () => {
  await using server = await failing(9, 503);
  await createRetryingFetch(fetch)(new Request(server.url, { method: "POST", body: "{}" }));
  expect(server.received).toHaveLength(1);
});

test("a server whose Retry-After exceeds the limit is not called again", async () => {
  await using server = await failing(9, 429, "11");
  for (const options of [undefined, { maxDelayMs: 10_000 }]) {
    const response = await createRetryingFetch(fetch, options)(new Request(server.url));
    expect([response.status, server.received.splice(0).length]).toEqual([429, 1]);
  }
});

test("a refusal that breaks off is retried like any other", async () => {
  await using server = await startServer((response, _request, count) => {
    if (count > 1) return response.end("fine");
    return response.writeHead(503, { "retry-after": "0" }).write("[", () => response.destroy());
  });
  const lateFetch = async (request: Request) => {
    const response = await fetch(request);
    if (response.status === 503)
      await response
        .clone()
        .text()
        .catch(() => undefined); // until it has broken off
    return response;
  };
  const response = await createRetryingFetch(lateFetch)(new Request(server.url));
  expect(await response.text()).toBe("fine");
});

test("a call without a response isn't retried without time for the pause, or with invalid `attempts`", async () => {
  for (const [attempts, endsAtMs] of [
    [3, Date.now()],
    [Number.NaN, Infinity],
  ] as const) {
    let count = 0;
    const failingFetch = () => Promise.reject(new Error(`call ${++count}`));
    const call = createRetryingFetch(failingFetch, { attempts }, endsAtMs)(new Request("http://portico.test"));
    await expect(call).rejects.toThrow("call 1");
  }
});

test("an abort ends the pause with the abort's reason", async () => {
  await using server = await failing(9, 503, "60");
  const abort = new AbortController();
  const call = createRetryingFetch(fetch, { maxDelayMs: 60_000 })(new Request(server.url, { signal: abort.signal }));
  const reason = new Error("enough");
  setTimeout(() => abort.abort(reason), 50);
  await expect(call).rejects.toBe(reason);
});

const read = (value: string) =>
  retryAfterMs(new Response(null, { headers: { "retry-after": value } }), Date.parse("2026-01-01T00:00:00Z"));

test("Retry-After is parsed as seconds, as a date, or not at all", () => {
  expect(read("3")).toBe(3000);
  expect(read("Thu, 01 Jan 2026 00:00:05 GMT")).toBe(5000);
  expect(read("Wed, 31 Dec 2025 00:00:00 GMT")).toBe(0);
  for (const neither of ["soon", "-1", "1.5", ""]) expect(read(neither)).toBeUndefined();
  expect(retryAfterMs(new Response(), 0)).toBeUndefined();
});

test("pauses double up to the limit and are spread over the upper half", () => {
  expect([1, 2, 3].map((attempt) => backoffMs(attempt, 10_000, 1))).toEqual([250, 500, 1000]);
  expect(backoffMs(1, 10_000, 0)).toBe(125);
  expect(backoffMs(20, 10_000, 1)).toBe(10_000);
});
