import { expect, test } from "vitest";
import { HELP, readConfig } from "./config.ts";
import { DEFAULT_SETTINGS } from "./settings.ts";

const DATABASE_URL = "postgresql://localhost/portico";
const KEY = "k".repeat(32);

test("unset settings have their documented defaults", () => {
  const config = readConfig({ DATABASE_URL });
  expect(config).toMatchObject({
    port: 4001,
    host: "127.0.0.1",
    issuer: undefined,
    trustedProxies: [],
    api: undefined,
  });
  expect(config.settings).toEqual(DEFAULT_SETTINGS);
  for (const seconds of Object.values(DEFAULT_SETTINGS)) expect(HELP).toContain(String(seconds));
});

test("every setting can be set", () => {
  const config = readConfig({
    DATABASE_URL,
    PORTICO_CONNECT_URL: "https://connect.example/",
    PORTICO_CONNECT_KEYS: `${KEY}, ${KEY}2`,
    PORTICO_TRUSTED_PROXIES: "10.0.0.0/8,::1",
    PORTICO_API_URL: "http://127.0.0.1:4000/",
    PORTICO_API_KEY: "pk_x",
    PORTICO_RPC_ETH: "https://a.example",
    PORTICO_CONNECT_REFRESH_GRACE_SECONDS: "0",
    PORTICO_CONNECT_CODE_SECONDS: "5",
  });
  expect(config).toMatchObject({
    issuer: "https://connect.example",
    cookieKeys: [KEY, `${KEY}2`],
    trustedProxies: ["10.0.0.0/8", "::1"],
    api: { url: "http://127.0.0.1:4000", key: "pk_x" },
    settings: { ...DEFAULT_SETTINGS, refreshGraceSeconds: 0, codeSeconds: 5 },
  });
});

test.each([
  ["DATABASE_URL", { DATABASE_URL: "x" }],
  ["PORTICO_CONNECT_PORT", { PORTICO_CONNECT_PORT: "x" }],
  ["PORTICO_CONNECT_URL", { PORTICO_CONNECT_URL: "http://connect.example" }],
  ["PORTICO_CONNECT_URL", { PORTICO_CONNECT_URL: "https://connect.example/path" }],
  ["PORTICO_CONNECT_URL", { PORTICO_CONNECT_URL: "https://user@connect.example" }],
  ["PORTICO_CONNECT_URL", { PORTICO_CONNECT_URL: "http://[::1]:4001" }],
  ["PORTICO_MCP_URL", { PORTICO_MCP_URL: "https://mcp.example/mcp" }],
  ["PORTICO_CONNECT_KEYS", { PORTICO_CONNECT_KEYS: `${KEY},short-secret` }],
  ["PORTICO_TRUSTED_PROXIES", { PORTICO_TRUSTED_PROXIES: "true" }],
  ["PORTICO_API_URL", { PORTICO_API_URL: "file:///etc" }],
  ["PORTICO_API_KEY", { PORTICO_API_URL: "http://127.0.0.1:4000" }],
  ["PORTICO_RPC_MARS", { PORTICO_RPC_MARS: "https://a.example" }],
  ["PORTICO_LOG_LEVEL", { PORTICO_LOG_LEVEL: "loud" }],
  ["PORTICO_CONNECT_CODE_SECONDS", { PORTICO_CONNECT_CODE_SECONDS: "0" }],
  ["PORTICO_CONNECT_SESSION_SECONDS", { PORTICO_CONNECT_SESSION_SECONDS: "1d" }],
])("%s is rejected by its name, without its value: %j", (name, env) => {
  const read = () => readConfig({ DATABASE_URL, ...env });
  expect(read).toThrow(new RegExp(`^${name} `));
  expect(read).not.toThrow(/short-secret|user@/);
});
