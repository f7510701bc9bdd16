import type { AddressInfo } from "node:net";
import type { HttpServer } from "../http/httpServer.ts";

/**
 * Serves until SIGTERM or SIGINT, then exits at once: for servers with nothing to finish. Prints its URL to standard
 * output;
 * if the port can't be bound, it reports the error and exits with 1.
 */
export function listenUntilSignal(
  name: string,
  server: HttpServer,
  { port, host }: { port: string; host: string },
): void {
  const fail = (message: string) => {
    console.error(`${name}: ${message}`);
    process.exitCode = 1;
  };
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return fail(`'${port}' is not a port: 0 to 65535`);
  server.once("error", (error) => fail(error.message));
  server.listen(Number(port), host, () => {
    const { address, port: bound, family } = server.address() as AddressInfo;
    console.log(`${name}: http://${family === "IPv6" ? `[${address}]` : address}:${bound}`);
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
    });
  }
}
