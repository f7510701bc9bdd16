/** Requests per second. */
export interface RateSettings {
  /** Default limit of a key. */
  readonly perKey: number;
  /** Limit per IP address, except for keys without a limit. */
  readonly perAddress: number;
  /** Limit per IP address of requests with a bad key. */
  readonly refusedPerAddress: number;
  /** Where all processes count together. */
  readonly redisUrl?: string | undefined;
}

export const DEFAULT_RATES: RateSettings = { perKey: 100, perAddress: 500, refusedPerAddress: 20 };

export const RATE_HELP = `  PORTICO_RATE_PER_KEY  requests per second of a key, or of an application at /v1/me, without its own limit; 100
  PORTICO_RATE_PER_IP   requests per second of an IP address, over all keys; 500
  REDIS_URL             Redis that shares rate limits between processes: redis://host:6379 (default: each process counts separately)`;

/** @throws Error naming the invalid variable and the valid form; never its value, which may hold a password. */
export function readRateSettings(env: NodeJS.ProcessEnv): RateSettings {
  const redisUrl = env["REDIS_URL"] ?? "";
  if (redisUrl !== "" && !/^rediss?:$/.test(URL.parse(redisUrl)?.protocol ?? "")) {
    throw new Error("REDIS_URL must be a redis:// or rediss:// URL");
  }
  return {
    ...DEFAULT_RATES,
    perKey: readRate(env, "PORTICO_RATE_PER_KEY") ?? DEFAULT_RATES.perKey,
    perAddress: readRate(env, "PORTICO_RATE_PER_IP") ?? DEFAULT_RATES.perAddress,
    ...(redisUrl !== "" && { redisUrl }),
  };
}

function readRate(env: NodeJS.ProcessEnv, name: string): number | undefined {
  const text = env[name] ?? "";
  if (text === "") return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${name} must be requests per second, a whole number from 1`);
  return Number(text);
}
