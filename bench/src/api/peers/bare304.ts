/** `node bare304.ts PORT`: has the ETag of every response in a table, and sends 304 with the same headers as ours. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

interface Known {
  readonly etag: string;
  readonly headers: Record<string, string>;
}

const answers = new Map(
  Object.entries(JSON.parse(readFileSync(process.env["ANSWERS_FILE"] ?? "", "utf8")) as Record<string, Known>),
);
createServer((request, response) => {
  const known = answers.get(request.url ?? "");
  if (known !== undefined && request.headers["if-none-match"] === known.etag) {
    response.writeHead(304, known.headers).end();
  } else {
    response.writeHead(200).end();
  }
}).listen(Number(process.argv[2]), "127.0.0.1");
