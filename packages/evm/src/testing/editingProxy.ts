import { createServer } from "node:http";
import { type LocalServer, listenLocally } from "./listenLocally.ts";

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

type Edit = (call: Call, answer: Answer) => Partial<Answer>;

/** A proxy of a node that edits its responses: `edit` returns the parts to replace. */
export async function startEditingProxy(target: string, edit: Edit): Promise<LocalServer> {
  const server = createServer((request, response) => {
    void (async () => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      const reply = await fetch(target, { method: "POST", body, headers: { "content-type": "application/json" } });
      const calls: Call[] = [JSON.parse(body)].flat();
      const answers: Answer[] = [await reply.json()].flat() as Answer[];
      const edited = answers.map((answer) => {
        const call = calls.find(({ id }) => id === answer.id);
        return call === undefined ? answer : { jsonrpc: "2.0", id: answer.id, ...pick(edit(call, answer), answer) };
      });
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(body.startsWith("[") ? edited : edited[0]));
    })().catch(() => response.destroy());
  });
  return listenLocally(server);
}

function pick(edited: Partial<Answer>, { result, error }: Answer): Partial<Answer> {
  if (edited.error !== undefined) return { error: edited.error };
  if ("result" in edited) return { result: edited.result };
  return error === undefined ? { result } : { error };
}
