import { join } from "node:path";
import { type Server, startServer } from "../startServer.ts";
import type { RecordedChain } from "./getChain.ts";

/** Serves the recorded chain, up to a block when one is given, as a process of its own. */
export const startReplay = ({ folder }: RecordedChain, headBlock?: number): Promise<Server> =>
  startServer(join(import.meta.dirname, "serveChain.ts"), {}, (port) => [
    String(port),
    folder,
    ...(headBlock === undefined ? [] : [String(headBlock)]),
  ]);
