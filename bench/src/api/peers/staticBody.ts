/** `node staticBody.ts PORT`: sends BODY from memory in response to any request: the limit of HTTP on this machine. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const body = readFileSync(process.env["BODY_FILE"] ?? "");
createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
  response.end(body);
}).listen(Number(process.argv[2]), "127.0.0.1");
