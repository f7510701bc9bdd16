import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface RecordedAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const HEADERS = { "content-type": "application/json", etag: '"e"', "portico-chains": "eth;block=1;time=1" };

/** A data API with programmed responses that records its requests. */
export async function startRecorder() {
  const requests: IncomingMessage[] = [];
  let answer: RecordedAnswer = { status: 200, body: "[]" };
  const server = createServer((req, res) => {
    requests.push(req);
    res.writeHead(answer.status, { ...HEADERS, ...answer.headers }).end(answer.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: "pk_of_the_service",
    requests,
    respondWith: (next: RecordedAnswer) => void (answer = next),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
