import { join } from "node:path";
import { type Server, startServer } from "../startServer.ts";
import type { RecordedChain } from "./getChain.ts";

/** Serves the recorded chain, optionally up to a given block, in a separate process. */
export const startReplay = ({ folder }: RecordedChain, headBlock?: number): Promise<Server> =>
  startServer(join(import.meta.dirname, "serveChain.ts"), {}, (port) => [
    String(port),
    folder,
    ...(headBlock === undefined ? [] : [String(headBlock)]),
  ]);
