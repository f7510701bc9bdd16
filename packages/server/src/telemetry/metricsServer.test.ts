import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { startMetricsServer } from "./metricsServer.ts";
import { createServiceMetrics } from "./serviceMetrics.ts";

test("the server responds to /metrics and /healthz, and nothing else", async () => {
  const { registry } = createServiceMetrics();
  const server = await startMetricsServer(registry, { host: "127.0.0.1", port: 0 });
  const request = (path: string, method = "GET") => fetch(server.url + path, { method });
  const metrics = await request("/metrics?x");
  expect(metrics.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(await metrics.text()).toContain("process_cpu_seconds_total");
  const health = await request("/healthz");
  expect([health.status, await health.json()]).toEqual([200, { status: "ok" }]);
  expect((await request("/")).status).toBe(404);
  expect((await request("/metrics/x")).status).toBe(404);
  expect((await request("/metrics", "POST")).status).toBe(405);
  expect(await (await request("/metrics", "HEAD")).text()).toBe("");
  await server.stop();
});

test("a port in use is an error", async () => {
  const registry = new Registry();
  const server = await startMetricsServer(registry, { host: "127.0.0.1", port: 0 });
  const port = Number(new URL(server.url).port);
  await expect(startMetricsServer(registry, { host: "127.0.0.1", port })).rejects.toThrow("EADDRINUSE");
  await server.stop();
});

test("H01, H02 a client that sends headers or a body slowly is disconnected", async () => {
  const limits = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 50 };
  const server = await startMetricsServer(new Registry(), { host: "127.0.0.1", port: 0, limits });
  const begins = ["GET /metrics HTTP/1.1\r\nHost: x\r\n", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"];
  const answers = await Promise.all(
    begins.map(async (begin) => {
      const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
      socket.write(begin);
      return (await text(socket)).split("\r\n", 1)[0];
    }),
  );
  expect(answers).toEqual(["HTTP/1.1 408 Request Timeout", "HTTP/1.1 405 Method Not Allowed"]);
  await server.stop();
});
