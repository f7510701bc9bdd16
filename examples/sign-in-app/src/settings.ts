import { readFileSync } from "node:fs";

export interface Settings {
  /** URL of the sign-in service, without a trailing slash. */
  readonly connectUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** One of the client's registered ones; its path is always /callback. */
  readonly redirectUri: string;
  /** Signs cookies. */
  readonly cookieSecret: string;
}

/** From the environment, else from the running `pnpm start`. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const run = readRun();
  const read = (name: string, key: string): string => {
    const value = env[name] ?? run[key];
    if (typeof value !== "string")
      throw new Error(`Portico is not running: start it with \`pnpm start\`, or set ${name}`);
    return value;
  };
  return {
    connectUrl: read("PORTICO_CONNECT_URL", "connectUrl").replace(/\/+$/, ""),
    clientId: read("PORTICO_CLIENT_ID", "clientId"),
    clientSecret: read("PORTICO_CLIENT_SECRET", "clientSecret"),
    redirectUri: read("PORTICO_REDIRECT_URI", "redirectUri"),
    cookieSecret: env["PORTICO_COOKIE_SECRET"] ?? crypto.randomUUID(), // without one a restart signs all users out
  };
}

function readRun(): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(new URL("../../../.portico/run.json", import.meta.url), "utf8"));
  } catch {
    return {};
  }
}
