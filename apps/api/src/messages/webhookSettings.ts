import { getPort, PRIVATE_RULES, PUBLIC_RULES, type FetchRules } from "@portico/safe-fetch";
import { readSwitch } from "@portico/server/switch";

/** The operator's endpoint for delivering messages through other channels. */
export interface WebhookSettings {
  readonly url: string;
  /** `whsec_` and base64, in the form of Standard Webhooks. */
  readonly secret: string;
  readonly rules: FetchRules;
}

const TIMEOUT_MS = 10_000;
const SECRET_BYTES = { least: 24, max: 64 };

/**
 * Reads PORTICO_MESSAGE_WEBHOOK, PORTICO_MESSAGE_WEBHOOK_SECRET and PORTICO_MESSAGE_WEBHOOK_PRIVATE.
 * @returns undefined without a URL.
 * @throws RangeError with the variable and the error; never its value.
 */
export function readWebhookSettings(env: NodeJS.ProcessEnv): WebhookSettings | undefined {
  const text = env["PORTICO_MESSAGE_WEBHOOK"]?.trim() ?? "";
  if (text === "") return undefined;
  const isPrivate = readSwitch(env, "PORTICO_MESSAGE_WEBHOOK_PRIVATE");
  const url = URL.parse(text);
  const isAllowed = url?.protocol === "https:" || (isPrivate && url?.protocol === "http:");
  if (url === null || !isAllowed || url.username !== "" || url.password !== "") {
    throw new RangeError(
      "PORTICO_MESSAGE_WEBHOOK must be an https URL without credentials; PORTICO_MESSAGE_WEBHOOK_PRIVATE=on allows http and private addresses",
    );
  }
  return {
    url: url.href,
    secret: readSecret(env["PORTICO_MESSAGE_WEBHOOK_SECRET"]),
    rules: {
      timeoutMs: TIMEOUT_MS,
      maxBytes: 0,
      maxRedirects: 0,
      ...(isPrivate ? PRIVATE_RULES : PUBLIC_RULES),
      ports: [getPort(url)],
    },
  };
}

function readSecret(setting = ""): string {
  const secret = setting.trim();
  const base64 = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(secret)?.[1] ?? "";
  const bytes = Buffer.from(base64, "base64").length;
  if (bytes < SECRET_BYTES.least || bytes > SECRET_BYTES.max) {
    throw new RangeError(
      'PORTICO_MESSAGE_WEBHOOK_SECRET must be whsec_ and 24 to 64 random bytes in base64: echo "whsec_$(openssl rand -base64 32)"',
    );
  }
  return secret;
}
