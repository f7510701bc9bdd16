import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { createClient, unwrap } from "./index.ts";
import { startServer } from "./testing/startServer.ts";

test("refusals and broken-off responses together never cause more calls than `attempts`", async () => {
  await using server = await startServer((response, _request, count) =>
    count % 2 === 0
      ? response.writeHead(200).write("[", () => response.destroy())
      : response.writeHead(503, { "retry-after": "0" }).end(),
  );
  await using breaking = await startServer((response) => response.writeHead(200).write("[", () => response.destroy()));
  for (const [{ url, received }, attempts, calls] of [
    [server, 2, 2],
    [server, undefined, 3],
    [breaking, 1, 1],
    [breaking, 0, 1],
    [breaking, 9, 2],
  ] as const) {
    const call = createClient({ baseUrl: url, retry: { attempts } }).GET("/v1/chain/list");
    await call.catch(() => undefined);
    expect(received.splice(0)).toHaveLength(calls);
  }
});

test("no retry when a call ends within its response, by its caller or by the timeout", async () => {
  let calls = 0;
  const fetch = ({ signal }: Request) => {
    calls += 1;
    const end = (body: ReadableStreamDefaultController) => signal.addEventListener("abort", () => body.error("ended"));
    return Promise.resolve(new Response(new ReadableStream({ start: end })));
  };
  const client = createClient({ baseUrl: "http://portico.test", fetch });
  await expect(client.GET("/v1/chain/list", { timeoutMs: 20 })).rejects.toMatchObject({ code: "timeout" });
  const abort = new AbortController();
  const call = client.GET("/v1/chain/list", { signal: abort.signal });
  setTimeout(() => abort.abort(new Error("enough")), 20);
  await expect(call).rejects.toThrow("enough");
  await pause(20); // a second call would have begun
  expect(calls).toBe(2);
});

test("a response without a body is an error, except where the contract has none", async () => {
  for (const headers of [{}, { "content-length": "0" }]) {
    await using server = await startServer((response) => response.writeHead(200, headers).end());
    const client = createClient({ baseUrl: server.url });
    await expect(unwrap(client.GET("/v1/chain/list"))).rejects.toMatchObject({ code: "unknown", status: 200 });
    const head = (client.HEAD as unknown as (path: string) => ReturnType<typeof client.GET>)("/v1/chain/list");
    expect((await head).data).toBeUndefined();
  }
  await using server = await startServer((response) => response.writeHead(204).end());
  const { response, data } = await createClient({ baseUrl: server.url }).POST("/dashboard/sign-out");
  expect([response.status, data]).toEqual([204, undefined]);
});
