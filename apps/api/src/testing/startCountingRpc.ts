import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy of an RPC: counts calls, can delay responses, and can disable methods. */
export interface CountingRpc {
  readonly url: string;
  /** The methods of each HTTP request since the last call. */
  readonly take: () => string[][];
  /** Delays all responses until the returned function is called. */
  readonly hold: () => () => void;
  /** Disables methods from now on. */
  readonly lack: (...methods: readonly string[]) => void;
  readonly stop: () => Promise<void>;
}

export async function startCountingRpc(target: string): Promise<CountingRpc> {
  let posts: string[][] = [];
  let held = Promise.resolve();
  const lacked = new Set<string>();
  const server = createServer((request, response) => {
    void (async () => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      const calls = JSON.parse(body) as { method: string } | { method: string }[];
      posts.push([calls].flat().map(({ method }) => method));
      await held;
      const known = [calls]
        .flat()
        .map((call) => (lacked.has(call.method) ? { ...call, method: "not_a_method" } : call));
      const forwarded = JSON.stringify(Array.isArray(calls) ? known : known[0]);
      const answer = await fetch(target, {
        method: "POST",
        body: forwarded,
        headers: { "content-type": "application/json" },
      });
      response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
    })().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const take = () => {
    const taken = posts;
    posts = [];
    return taken;
  };
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return resolve;
  };
  const lack: CountingRpc["lack"] = (...methods) => {
    for (const method of methods) lacked.add(method);
  };
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${port}`, take, hold, lack, stop };
}
