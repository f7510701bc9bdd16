import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createMockServer, type MockOptions } from "../createMockServer.ts";
import { readRecording } from "../recorded/recording.ts";

const readDocument = (name: string): Promise<string> =>
  readFile(fileURLToPath(import.meta.resolve(`@portico/contract/${name}`)), "utf8");

export const mockDocument = await readDocument("openapi.mock.json");
export const liveMockDocument = await readDocument("openapi.mock.live.json");

export type RunningMock = AsyncDisposable & { readonly url: string };

/** Starts the mock on a free port, by default with the contract and the recording. */
export async function startMock(document = mockDocument, options?: MockOptions): Promise<RunningMock> {
  const server = createMockServer(
    document,
    options ?? { recording: await readRecording(), liveDocument: liveMockDocument },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
