import { Agent, request } from "node:http";
import type { LargeRequest } from "./listLargestRequests.ts";

export interface MeasuredRequest {
  readonly name: string;
  readonly status: number;
  readonly requestBytes: number;
  readonly answerBytes: number;
  /** Processor time of this thread, mostly the server's: an upper bound of how long its event loop was blocked. */
  readonly cpuMs: number;
}

/** Sends requests one after another to a server in this process. @param headersOf - Headers of each request. */
export async function measureRequests(
  requests: readonly LargeRequest[],
  { port, headersOf }: { port: number; headersOf: (index: number) => Record<string, string> },
): Promise<MeasuredRequest[]> {
  const agent = new Agent({ keepAlive: true });
  const measured: MeasuredRequest[] = [];
  const measure = async (sent: LargeRequest, headers: Record<string, string>): Promise<MeasuredRequest> => {
    const startedAt = process.threadCpuUsage();
    const { status, answerBytes } = await send(sent, { port, agent, headers });
    const { user, system } = process.threadCpuUsage(startedAt);
    const cpuMs = Math.round((user + system) / 1000);
    const requestBytes = sent.target.length + (sent.body?.length ?? 0);
    return { name: sent.name, status, requestBytes, answerBytes, cpuMs };
  };
  for (const [index, sent] of requests.entries()) {
    const first = await measure(sent, headersOf(index)); // may compile a schema
    const second = await measure(sent, headersOf(index));
    measured.push({ ...first, cpuMs: Math.min(first.cpuMs, second.cpuMs) });
  }
  agent.destroy();
  return measured;
}

/** The requests that blocked the event loop longest, formatted. */
export const worstOf = (measured: readonly MeasuredRequest[], max = 12): string =>
  measured
    .toSorted((a, b) => b.cpuMs - a.cpuMs)
    .slice(0, max)
    .map(
      ({ name, status, requestBytes, answerBytes, cpuMs }) =>
        `${cpuMs} ms  ${requestBytes} → ${answerBytes} B  ${status}  ${name}`,
    )
    .join("\n");

/** Refusals more than ten times as large as the request, or over 64 kB; and server errors. */
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
    sent.once("error", () => resolve({ status: 0, answerBytes: 0 })); // the server closed the connection while a body was sent
    sent.end(body);
  });
