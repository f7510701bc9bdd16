import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Hash } from "@portico/evm";
import type { RpcPost } from "./rpcProxy.ts";

/** Faults of an explorer or a portal; all can be changed while it runs. */
export interface ServerFaults {
  /** This many invented transactions of the requested owner are added to each list, in the newest block. */
  invented?: number;
  /** Transactions that are left out. */
  missing?: (hash: Hash) => boolean;
  /** Values are ten times the real ones. */
  wrongAmounts?: boolean;
  /** Delay of each response. */
  delayMs?: number;
  /** Responds with a page of HTML. */
  html?: boolean;
  /** Responds with this error of the API. */
  refusal?: string;
  /** Redirects to this URL, with the request's query. */
  redirectTo?: string;
  /** Sends a body without an end. */
  endless?: boolean;
  /** Refuses this many requests more, as too many per second. */
  limited?: number;
  /** Retry-After of their refusals, where the style has it; default 0. */
  retryAfterSeconds?: number;
  /** Blocks by which it is behind the node. */
  lag?: number;
  /** Lists that it does not have. */
  unsupported?: readonly string[];
  /** Blocks whose internal transactions an explorer of Blockscout's style has not processed. */
  unprocessed?: readonly number[];
  /** Ignores `sort`. */
  ascending?: boolean;
}

const HTML = "<!doctype html><title>Just a moment...</title>";

/** Sends the response of a fault of the transport. @returns whether there is one. */
export async function sendFault({ request, response }: RpcPost, faults: ServerFaults): Promise<boolean> {
  const { delayMs, html, redirectTo, endless } = faults;
  if (delayMs !== undefined) await sleep(delayMs, undefined, { ref: false });
  if (html === true) {
    response.writeHead(200, { "content-type": "text/html" }).end(HTML);
  } else if (redirectTo !== undefined) {
    const query = (request.url ?? "").split("?", 2)[1] ?? "";
    response.writeHead(302, { location: `${redirectTo}?${query}` }).end();
  } else if (endless === true) {
    response.writeHead(200, { "content-type": "application/json" });
    await sendEndless(response);
  }
  return html === true || redirectTo !== undefined || endless === true;
}

const sendEndless = (response: RpcPost["response"]): Promise<void> =>
  pipeline(Readable.from(listEndless()), response).catch(() => undefined);

function* listEndless(): Generator<string> {
  yield "[";
  while (true) yield `"${"0".repeat(65_536)}",`;
}

/** Counts requests against a limit per second. @returns whether this one is too many. */
export function createRequestLimit(ratePerSecond: number | undefined): () => boolean {
  let times: number[] = [];
  return () => {
    if (ratePerSecond === undefined) return false;
    const now = performance.now();
    times = times.filter((time) => time > now - 1_000);
    if (times.length >= ratePerSecond) return true;
    times.push(now);
    return false;
  };
}

/** Takes one from a counted fault. @returns whether there was one. */
export function takeLimited(faults: ServerFaults): boolean {
  if ((faults.limited ?? 0) <= 0) return false;
  faults.limited = (faults.limited ?? 0) - 1;
  return true;
}
