import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";

test("a trace continues from the caller to our services; external hosts get no trace context", async () => {
  const spans = new Map<string, string | undefined>();
  const sink = createServer((request, response) => {
    spans.set(request.url ?? "", request.headers["traceparent"]?.toString());
    request.resume();
    response.end("{}");
  });
  sink.listen(0, "127.0.0.1");
  await once(sink, "listening");
  const target = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`;
  const child = spawn(process.execPath, [join(import.meta.dirname, "testing.traced.ts"), target], {
    env: { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: target },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  try {
    const [port] = (await once(child.stdout, "data")) as [Buffer];
    const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    expect((await fetch(`http://127.0.0.1:${String(port).trim()}`, { headers })).status).toBe(200);
    expect([...spans.keys()]).toEqual(["/ours", "/other"]);
    expect(spans.get("/ours")).toMatch(new RegExp(`^00-${traceId}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`));
    expect(spans.get("/other")).toBeUndefined();
  } finally {
    child.kill("SIGKILL");
    await ended;
    sink.close();
  }
});
