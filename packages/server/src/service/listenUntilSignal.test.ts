import { afterEach, expect, test, vi } from "vitest";
import { createHttpServer } from "../http/createHttpServer.ts";
import { listenUntilSignal } from "./listenUntilSignal.ts";

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

test.for(["many", "", "-1", "65536"])("an invalid port is reported and the process exits with 1: %j", (port) => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const server = createHttpServer(() => undefined);
  listenUntilSignal("mock", server, { port, host: "127.0.0.1" });
  expect([server.listening, process.exitCode]).toEqual([false, 1]);
  expect(logged).toHaveBeenCalledWith(`mock: '${port}' is not a port: 0 to 65535`);
});
