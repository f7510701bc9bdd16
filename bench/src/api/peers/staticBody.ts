/** `node staticBody.ts PORT`: answers BODY to everybody, from memory: what the machine's HTTP can do at all. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const body = readFileSync(process.env["BODY_FILE"] ?? "");
createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
  response.end(body);
}).listen(Number(process.argv[2]), "127.0.0.1");
