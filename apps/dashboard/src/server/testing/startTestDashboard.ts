import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createHttpServer, createLog } from "@portico/server";
import { recordLines } from "@portico/server/testing";
import {
  createAccount,
  createDashboardSession,
  keySubject,
  parseSubject,
  type Address,
  type Store,
  type Subject,
} from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { Express } from "express";
import { createDashboard, type DashboardOptions } from "../createDashboard.ts";
import { Visitor } from "./visitor.ts";

export interface TestDashboard {
  readonly db: Store;
  readonly databaseUrl: string;
  readonly url: string;
  /** A visitor with a session that was inserted for them. */
  readonly visit: (owner: Address | Subject, browser?: string) => Promise<Visitor>;
  /** Everything logged so far, as text. */
  readonly logged: () => string;
  readonly stop: () => Promise<void>;
}

/** An address that repeats one digit. */
export const user = (digit: string): Address => `0x${digit.repeat(40)}`;

/** The first of them is an operator. */
export const OPERATOR = user("a");

/** The real server with its own database and port. */
export async function startTestDashboard(options: Partial<DashboardOptions> = {}): Promise<TestDashboard> {
  const database = await createTestDatabase();
  const { sink, text } = recordLines();
  let app: Express | undefined;
  const server = createHttpServer((req: IncomingMessage, res: ServerResponse) => app?.(req, res));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = options.url ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const dashboard = await createDashboard({
    databaseUrl: database.url,
    connectUrl: "http://127.0.0.1:9",
    client: { id: "pc_0000000000000000", secret: "ps_x" },
    operators: new Set([keySubject(OPERATOR)]),
    log: createLog("dashboard", "info", sink),
    connections: 5,
    ...options,
    url,
  });
  app = dashboard.app;
  const { db } = database;
  const visit = async (who: Address | Subject, browser = "") => {
    const owner = parseSubject(who)!;
    const { id } = await createAccount(db, { name: owner.slice(0, 6), owner });
    const token = (owner.replaceAll(":", "").slice(2, 32) + browser).padEnd(43, "0");
    await createDashboardSession(db, { token, accountId: id, ttlSeconds: 3600 });
    return await Visitor.withSession(url, token, id);
  };
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
    await dashboard.close();
    await database.drop();
  };
  return { db, databaseUrl: database.url, url, visit, logged: text, stop };
}
