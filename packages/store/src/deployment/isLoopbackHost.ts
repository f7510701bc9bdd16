import { isIPv4 } from "node:net";

/** Whether a host, as an address or as URLs write it, is this computer alone: nobody else reaches it. */
export const isLoopbackHost = (host: string): boolean =>
  ["localhost", "::1", "[::1]"].includes(host) || (isIPv4(host) && host.startsWith("127."));
