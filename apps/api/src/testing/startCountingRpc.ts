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
  /** Serves a method that the node lacks, from now on, unless it is disabled. */
  readonly serve: (method: string, respond: (params: readonly unknown[]) => Promise<unknown>) => void;
  readonly stop: () => Promise<void>;
}

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

export async function startCountingRpc(target: string): Promise<CountingRpc> {
  let posts: string[][] = [];
  let held = Promise.resolve();
  const lacked = new Set<string>();
  const served = new Map<string, (params: readonly unknown[]) => Promise<unknown>>();
  const server = createServer((request, response) => {
    void (async () => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      const calls = JSON.parse(body) as Call | Call[];
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
      const text = served.size === 0 ? await answer.text() : await addServed([calls].flat(), await answer.json());
      response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
    })().catch(() => response.destroy());
  });
  const addServed = async (calls: readonly Call[], answers: unknown): Promise<string> => {
    const edited = new Map<unknown, unknown>();
    for (const { id, method, params } of calls) {
      const respond = lacked.has(method) ? undefined : served.get(method);
      if (respond !== undefined) edited.set(id, { jsonrpc: "2.0", id, result: await respond(params) });
    }
    const edit = (answer: unknown): unknown => edited.get((answer as { id: unknown }).id) ?? answer;
    return JSON.stringify(Array.isArray(answers) ? answers.map(edit) : edit(answers));
  };
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
  const serve: CountingRpc["serve"] = (method, respond) => void served.set(method, respond);
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${port}`, take, hold, lack, serve, stop };
}
