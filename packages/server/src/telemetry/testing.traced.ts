/** A service that calls another service of ours and an external host: see tracing.test.ts. */
import { once } from "node:events";
import { startTracing } from "./tracing.ts";
import { callOwnService } from "./ownCall.ts";

const [, , target = ""] = process.argv;
const stop = startTracing({ service: "traced", ratio: 1, waitMs: 1000 });
const { createServer, get } = await import("node:http");

const request = async (path: string): Promise<void> => {
  await once(
    get(`${target}${path}`, { agent: false }).on("response", (response) => response.resume()),
    "close",
  );
};
const server = createServer((_request, response) => {
  void (async () => {
    await callOwnService(() => request("/ours"));
    await request("/other");
    response.end();
  })();
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
process.stdout.write(`${(server.address() as { port: number }).port}\n`);
process.once("SIGTERM", () => void stop().then(() => process.exit(0)));
