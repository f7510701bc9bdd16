import { Agent, request } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { LargeRequest } from "./listLargestRequests.ts";

export interface MeasuredRequest {
  readonly name: string;
  readonly status: number;
  readonly requestBytes: number;
  readonly answerBytes: number;
  /** How long the loop, which the server shares with this client, did nothing else at most. */
  readonly blockedMs: number;
}

/** Sends requests one after the other to a server of this process. @param headersOf - Of each request. */
export async function measureRequests(
  requests: readonly LargeRequest[],
  { port, headersOf }: { port: number; headersOf: (index: number) => Record<string, string> },
): Promise<MeasuredRequest[]> {
  const agent = new Agent({ keepAlive: true });
  const measured: MeasuredRequest[] = [];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const measure = async (sent: LargeRequest, headers: Record<string, string>): Promise<MeasuredRequest> => {
    delay.reset();
    delay.enable();
    const { status, answerBytes } = await send(sent, { port, agent, headers });
    delay.disable();
    const blockedMs = delay.count > 0 ? Math.round(delay.max / 1e6) : 0;
    const requestBytes = sent.target.length + (sent.body?.length ?? 0);
    return { name: sent.name, status, requestBytes, answerBytes, blockedMs };
  };
  for (const [index, sent] of requests.entries()) {
    const first = await measure(sent, headersOf(index)); // which may compile a schema
    const second = await measure(sent, headersOf(index));
    measured.push(first.answerBytes > second.answerBytes ? first : second);
  }
  agent.destroy();
  return measured;
}

/** The requests that held the loop for longest, for people to read. */
export const worstOf = (measured: readonly MeasuredRequest[], most = 12): string =>
  measured
    .toSorted((a, b) => b.blockedMs - a.blockedMs)
    .slice(0, most)
    .map(
      ({ name, status, requestBytes, answerBytes, blockedMs }) =>
        `${blockedMs} ms  ${requestBytes} → ${answerBytes} B  ${status}  ${name}`,
    )
    .join("\n");

/** Those that were refused by more than ten times what was sent, or 64 kB; and faults of ours. */
export const listOversized = (measured: readonly MeasuredRequest[]): MeasuredRequest[] =>
  measured.filter(({ status, requestBytes, answerBytes }) => {
    const isFault = status >= 500 && status !== 501 && status !== 503;
    return isFault || (status >= 400 && answerBytes > Math.max(10 * requestBytes, 65_536));
  });

type Connection = { readonly port: number; readonly agent: Agent; readonly headers: Record<string, string> };

const send = ({ method, target, body }: LargeRequest, { port, agent, headers }: Connection) =>
  new Promise<{ status: number; answerBytes: number }>((resolve) => {
    const length = body && { "content-type": "application/json", "content-length": String(body.length) };
    const sent = request({ port, agent, method, path: target, headers: { ...headers, ...length } });
    sent.once("response", (response) => {
      let answerBytes = 0;
      response.on("data", (chunk: Buffer) => (answerBytes += chunk.length));
      response.once("close", () => resolve({ status: response.statusCode ?? 0, answerBytes }));
    });
    sent.once("error", () => resolve({ status: 0, answerBytes: 0 })); // the server hung up while a body came
    sent.end(body);
  });
