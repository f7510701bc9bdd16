import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import type { Exchange } from "./exchange.ts";
import { EventStreamBody, writeEventStream, type EndReason } from "./eventStreamBody.ts";

const server = createServer();
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("a stream whose client left before it starts ends at once", async () => {
  const ended = Promise.withResolvers<EndReason>();
  server.once("request", (req, res) => {
    const body = new EventStreamBody(async (sink) => {
      const reason = await sink.ended;
      ended.resolve(reason);
      return reason;
    });
    const exchange = { req, res, requestId: "1", rate: undefined } as unknown as Exchange;
    res.once("close", () => setImmediate(() => writeEventStream(exchange, body)));
  });
  const socket = connect(port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n", () => socket.destroy());
  expect(await ended.promise).toBe("gone");
});

test("a client that doesn't read is dropped: the stream writes no more than fits", async () => {
  const page = "x".repeat(1_000_000);
  let written = 0;
  const ended = Promise.withResolvers<EndReason>();
  server.once("request", (req, res) => {
    const body = new EventStreamBody(async (sink) => {
      while (await sink.send(page)) written++;
      const reason = await sink.ended;
      ended.resolve(reason);
      return reason;
    });
    const exchange = { req, res, requestId: "1", rate: undefined } as unknown as Exchange;
    writeEventStream(exchange, body, { slowMs: 50 });
  });
  const socket = connect(port, "127.0.0.1");
  socket.pause();
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  expect(await ended.promise).toBe("slow");
  expect(written).toBeLessThan(50);
  socket.destroy();
});
