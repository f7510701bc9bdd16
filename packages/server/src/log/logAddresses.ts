import { shortenAddress } from "../http/addressKey.ts";

const MODES = ["short", "full", "off"] as const;

/** How the log names the internet address of a request: its network (shortenAddress), the whole of it, or not at all. */
export type LogAddresses = (typeof MODES)[number];

export const LOG_ADDRESSES_HELP =
  "how the log names the internet addresses of requests: short (of IPv4 /24, of IPv6 /48), full or off; short";

/** @throws Error that says what PORTICO_LOG_ADDRESSES must be. */
export function readLogAddresses(env: NodeJS.ProcessEnv): LogAddresses {
  const text = env["PORTICO_LOG_ADDRESSES"] ?? "";
  const mode = text === "" ? "short" : MODES.find((one) => one === text);
  if (mode === undefined) throw new Error(`PORTICO_LOG_ADDRESSES must be one of ${MODES.join(", ")}`);
  return mode;
}

/** What the log says of an address; undefined: nothing. */
export function addressForLog(address: string | undefined, mode: LogAddresses = "short"): string | undefined {
  if (address === undefined || mode === "off") return undefined;
  return mode === "full" ? address : shortenAddress(address);
}
