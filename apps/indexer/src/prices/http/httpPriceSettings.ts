import { basicAuthorization } from "@portico/evm";
import { readSwitch } from "@portico/server/switch";
import { getPort, PRIVATE_RULES, PUBLIC_RULES, type FetchRules } from "@portico/safe-fetch";

/** An operator's own price source: see fetchHttpPrices. */
export interface HttpPriceSettings {
  /** Without credentials. */
  url: string;
  /** From the URL's user and password; undefined if it has none. */
  authorization: string | undefined;
  /** Interval of rounds. */
  everyMs: number;
  rules: FetchRules;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1_000_000;

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads PORTICO_PRICE_URL, PORTICO_PRICE_URL_SECONDS and PORTICO_PRICE_URL_PRIVATE.
 * @returns undefined without a URL.
 * @throws RangeError that names the variable and its fault.
 */
export function readHttpPriceSettings(env: Env): HttpPriceSettings | undefined {
  const text = env["PORTICO_PRICE_URL"]?.trim() ?? "";
  if (text === "") return undefined;
  const isPrivate = readSwitch(env, "PORTICO_PRICE_URL_PRIVATE");
  const url = URL.parse(text);
  if (url === null || !(url.protocol === "https:" || (isPrivate && url.protocol === "http:"))) {
    throw new RangeError(
      "PORTICO_PRICE_URL must be an https URL; PORTICO_PRICE_URL_PRIVATE=on allows http and private addresses",
    );
  }
  const authorization = url.username === "" && url.password === "" ? undefined : basicAuthorization(url);
  url.username = url.password = "";
  return {
    url: url.href,
    authorization,
    everyMs: readSeconds(env["PORTICO_PRICE_URL_SECONDS"]) * 1000,
    rules: {
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      maxRedirects: 0, // the target of a redirect is not the operator's choice
      ...(isPrivate ? PRIVATE_RULES : PUBLIC_RULES),
      ports: [getPort(url)],
    },
  };
}

const DEFAULT_SECONDS = 60;

function readSeconds(setting = ""): number {
  const text = setting.trim();
  if (text === "") return DEFAULT_SECONDS;
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new RangeError("PORTICO_PRICE_URL_SECONDS must be from 1 to 99999");
  return Number(text);
}
