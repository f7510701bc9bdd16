import { isIPv4 } from "node:net";

/** Whether a host, as an address or in URL form, is loopback. */
export const isLoopbackHost = (host: string): boolean =>
  ["localhost", "::1", "[::1]"].includes(host) || (isIPv4(host) && host.startsWith("127."));
