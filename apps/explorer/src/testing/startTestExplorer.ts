import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createHttpServer, createLog } from "@portico/server";
import { recordLines } from "@portico/server/testing";
import type { Store } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { Express } from "express";
import { createExplorer, type ExplorerAppOptions } from "../server/createExplorer.ts";

export interface TestExplorer {
  readonly db: Store;
  readonly url: string;
  /** All log lines so far, as text. */
  readonly logged: () => string;
  readonly stop: () => Promise<void>;
}

type Options = Partial<ExplorerAppOptions>;

/** The real server with its own database and port. @param given - Options, which may depend on the server's URL. */
export async function startTestExplorer(
  given: Options | ((url: string) => Promise<Options>) = {},
): Promise<TestExplorer> {
  const database = await createTestDatabase();
  const { sink, text } = recordLines();
  let app: Express | undefined;
  const server = createHttpServer((req: IncomingMessage, res: ServerResponse) => app?.(req, res));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const ownUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = typeof given === "function" ? await given(ownUrl) : given;
  const { url = ownUrl } = options;
  const explorer = await createExplorer({
    databaseUrl: database.url,
    log: createLog("explorer", "info", sink),
    connections: 5,
    ...options,
    url,
  });
  app = explorer.app;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
    await explorer.close();
    await database.drop();
  };
  return { db: database.db, url, logged: text, stop };
}
