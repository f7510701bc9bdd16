import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { isPublicAddress } from "../publicAddress.ts";
import { PUBLIC_RULES } from "../fetchRules.ts";
import type { FetchRules } from "../fetchRules.ts";
import { TEST_CERTIFICATE, TEST_KEY } from "./certificate.ts";

export interface TestHost {
  port: number;
  /** URL of a path, at a host name that resolves to 127.0.0.1. */
  url: (path: string, host?: string) => string;
  /** Requests received so far. */
  requests: string[];
  /** Rules that allow this host and no other non-public one. */
  rules: FetchRules;
  stop: () => Promise<void>;
}

/** An https server on 127.0.0.1. */
export async function startHost(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<TestHost> {
  const requests: string[] = [];
  const server = createServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (request, response) => {
    requests.push(request.url ?? "");
    response.on("error", () => undefined);
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a server that listens on TCP
  const { port } = server.address() as AddressInfo;
  const url = (path: string, host = "a.nft.test") => `https://${host}:${port}${path}`;
  const rules: FetchRules = {
    ...PUBLIC_RULES,
    ports: [443, port],
    isAllowedAddress: (address) => address === "127.0.0.1" || isPublicAddress(address),
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    ca: TEST_CERTIFICATE,
    timeoutMs: 20_000,
    maxBytes: 1_000_000,
    maxRedirects: 3,
  };
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { port, url, requests, rules, stop };
}

/**
 * The addresses and ports that `work` connects to, also without success, one entry for each attempt. Connections of
 * what else runs in this process are not listed: a worker runs many test files, and a client of an earlier one may
 * connect again at any time.
 */
export async function listConnections(work: () => Promise<unknown>): Promise<string[]> {
  const attempts: string[] = [];
  const note = (message: unknown): void => {
    if (listing.getStore() !== attempts) return;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what this channel of Node's carries
    const { socket } = message as { socket: Socket };
    socket.on("connectionAttempt", (address: string, port: number) => void attempts.push(`${address}:${port}`));
  };
  subscribe("net.client.socket", note);
  try {
    await listing.run(attempts, work);
    return attempts;
  } finally {
    unsubscribe("net.client.socket", note);
  }
}

/** The list of the call of listConnections that code runs in. */
const listing = new AsyncLocalStorage<string[]>();
