import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { OwnerEvent } from "@portico/contract";
import { Webhook } from "standardwebhooks";

export interface Received {
  readonly type: string;
  readonly id: string;
  readonly data: OwnerEvent;
}

/** A webhook's receiver: it verifies signatures with the library of Standard Webhooks. */
export interface Receiver {
  readonly url: string;
  /** In the order of arrival. */
  readonly received: Received[];
  /** Requests that were not signed with the secret, or too long ago. */
  readonly refused: string[];
  /** Verifies by this one from now on. */
  setSecret: (secret: string) => void;
  /** Decides the status of a request; by default 204. */
  answer: (event: Received) => number | Promise<number>;
  readonly stop: () => Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  let webhook: Webhook | undefined;
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      void (async () => {
        const body = Buffer.concat(chunks).toString();
        try {
          const message = webhook?.verify(body, req.headers as Record<string, string>) as Omit<Received, "id">;
          const event = { ...message, id: String(req.headers["webhook-id"]) };
          const status = await receiver.answer(event);
          if (status < 300) receiver.received.push(event);
          res.writeHead(status).end();
        } catch (error) {
          receiver.refused.push(String(error));
          res.writeHead(401).end();
        }
      })();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    received: [],
    refused: [],
    setSecret: (secret) => (webhook = new Webhook(secret)),
    answer: () => 204,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return receiver;
}
