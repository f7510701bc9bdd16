import { shortenAddress } from "../http/addressKey.ts";

const MODES = ["short", "full", "off"] as const;

/** How an IP address is logged: its network (shortenAddress), in full, or not at all. */
export type LogAddresses = (typeof MODES)[number];

export const LOG_ADDRESSES_HELP =
  "form of the clients' IP addresses in the log: short (IPv4 /24, IPv6 /48), full or off; short";

/** @throws Error naming the valid values of PORTICO_LOG_ADDRESSES. */
export function readLogAddresses(env: NodeJS.ProcessEnv): LogAddresses {
  const text = env["PORTICO_LOG_ADDRESSES"] ?? "";
  const mode = text === "" ? "short" : MODES.find((one) => one === text);
  if (mode === undefined) throw new Error(`PORTICO_LOG_ADDRESSES must be one of ${MODES.join(", ")}`);
  return mode;
}

/** The logged form of an IP address; undefined if it isn't logged. */
export function addressForLog(address: string | undefined, mode: LogAddresses = "short"): string | undefined {
  if (address === undefined || mode === "off") return undefined;
  return mode === "full" ? address : shortenAddress(address);
}
