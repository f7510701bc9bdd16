import { once } from "node:events";
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { httpPost, withWhole } from "./httpPost.ts";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

const post = (url: string, timeoutMs = 5_000) =>
  httpPost({
    url,
    headers: { "content-type": "application/json" },
    body: "é",
    signal: AbortSignal.timeout(timeoutMs),
    maxBytes: 3_000_000,
  });

test("a large response arrives complete, compressed or not, whatever its status", async () => {
  const text = "0x".repeat(1_000_000);
  const url = await serve((request, response) => {
    const isZipped = request.url === "/zipped";
    response.writeHead(503, isZipped ? { "content-encoding": "gzip" } : {});
    response.end(isZipped ? gzipSync(text) : text);
  });
  for (const path of ["/", "/zipped"]) {
    const { status, body } = await post(url + path);
    expect(status).toBe(503);
    expect(Buffer.concat(body).toString() === text).toBe(true);
  }
});

test("the request body is UTF-8, with the given headers", async () => {
  const url = await serve((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      response.end(`${request.method} ${request.headers["content-type"]} ${Buffer.concat(chunks).toString()}`);
    })();
  });
  expect(withWhole((await post(url)).body, String)).toBe("POST application/json é");
});

test("a keep-alive connection that the server closed is replaced", async () => {
  let count = 0;
  const url = await serve((request, response) => {
    count++;
    if (count === 2) request.socket.destroy();
    else response.end("ok");
  });
  expect(withWhole((await post(url)).body, String)).toBe("ok");
  await new Promise((resolve) => setImmediate(resolve));
  expect(withWhole((await post(url)).body, String)).toBe("ok");
  expect(count).toBe(3);
});

test("a response that breaks off, and one that never arrives, are errors", async () => {
  const broken = await serve((_, response) => {
    response.writeHead(200, { "content-length": "10" });
    response.write("half", () => response.destroy());
  });
  await expect(post(broken)).rejects.toThrow("aborted");
  const silent = await serve(() => undefined);
  await expect(post(silent, 50)).rejects.toThrow("aborted");
});

test("X08 an invalid response ends: switched protocols, early hints, half a body, nothing", async () => {
  const answers = {
    "/switch": "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    "/hint": "HTTP/1.1 103 Early Hints\r\n\r\n",
    "/half": "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[",
    "/chunk": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n[\r\n",
    "/none": "",
  };
  const url = await serve(({ url: path, socket }) => socket.end(answers[path as keyof typeof answers]));
  for (const path of Object.keys(answers)) await expect(post(url + path)).rejects.toThrow(/closed|aborted|hang up/);
});

test("X08 invalid or incomplete gzip is an error", async () => {
  const zipped = gzipSync("0x".repeat(1_000));
  const url = await serve((request, response) => {
    response.writeHead(200, { "content-encoding": "gzip" });
    response.end(request.url === "/cut" ? zipped.subarray(0, 20) : "0x");
  });
  await expect(post(`${url}/cut`)).rejects.toThrow("unexpected end of file");
  await expect(post(url)).rejects.toThrow("incorrect header check");
});
