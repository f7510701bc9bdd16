import { expect, test } from "vitest";
import { readServiceConfig } from "./readServiceConfig.ts";

const DATABASE_URL = "postgresql://localhost/portico";
const read = (env: NodeJS.ProcessEnv) => readServiceConfig(env, { name: "API", port: 4000 });

test("unset settings have their documented defaults; every setting can be set", () => {
  const urls = { databaseUrl: DATABASE_URL, directUrl: DATABASE_URL };
  const defaults = { trustedProxies: [], logLevel: "info", logAddresses: "short" };
  expect(read({ DATABASE_URL })).toEqual({ ...urls, host: "127.0.0.1", port: 4000, ...defaults });
  const set = {
    DATABASE_DIRECT_URL: "postgresql://direct/portico",
    PORTICO_API_HOST: "::",
    PORTICO_API_PORT: "0",
    PORTICO_TRUSTED_PROXIES: "10.0.0.0/8,::1",
    PORTICO_LOG_LEVEL: "warn",
    PORTICO_LOG_ADDRESSES: "off",
  };
  expect(read({ DATABASE_URL, ...set })).toEqual({
    databaseUrl: DATABASE_URL,
    directUrl: "postgresql://direct/portico",
    host: "::",
    port: 0,
    trustedProxies: ["10.0.0.0/8", "::1"],
    logLevel: "warn",
    logAddresses: "off",
  });
});

test.each([
  ["DATABASE_URL", { DATABASE_URL: "user@secret" }],
  ["DATABASE_DIRECT_URL", { DATABASE_DIRECT_URL: "user@secret" }],
  ["PORTICO_API_PORT", { PORTICO_API_PORT: "65536" }],
  ["PORTICO_TRUSTED_PROXIES", { PORTICO_TRUSTED_PROXIES: "secret" }],
  ["PORTICO_LOG_LEVEL", { PORTICO_LOG_LEVEL: "secret" }],
  ["PORTICO_LOG_ADDRESSES", { PORTICO_LOG_ADDRESSES: "secret" }],
])("%s is rejected by its name, without its value: %j", (name, env) => {
  expect(() => read({ DATABASE_URL, ...env })).toThrow(new RegExp(`^${name} must (?!.*secret)`));
});
