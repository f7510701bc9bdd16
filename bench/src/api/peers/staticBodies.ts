/** `node staticBodies.ts PORT`: sends a body from memory for each path, whatever the query: the limit of HTTP on this machine. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const texts = JSON.parse(readFileSync(process.env["BODIES_FILE"] ?? "", "utf8")) as Record<string, string>;
const bodies = new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]));
createServer((request, response) => {
  const body = bodies.get((request.url ?? "").split("?", 1)[0] ?? "") ?? Buffer.alloc(0);
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
  response.end(body);
}).listen(Number(process.argv[2]), "127.0.0.1");
