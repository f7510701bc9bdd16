import { expect, test } from "vitest";
import { HELP, readConfig } from "./config.ts";

const CLIENT = { PORTICO_DASHBOARD_CLIENT_ID: "pc_1", PORTICO_DASHBOARD_CLIENT_SECRET: "hunter2" };
const ENV = { DATABASE_URL: "postgresql://localhost/portico", ...CLIENT };

test("unset settings have their documented defaults; every setting can be set", () => {
  expect(readConfig(ENV)).toMatchObject({
    port: 4002,
    url: undefined,
    connectUrl: "http://127.0.0.1:4001",
    client: { id: "pc_1", secret: "hunter2" },
    operators: new Set(),
    apiUrl: "",
    docsUrl: "",
    explorerUrl: "http://127.0.0.1:4006",
    allowsPrivateSites: false,
    allowsPrivateWebhooks: false,
    sessionSeconds: 43_200,
  });
  const set = {
    PORTICO_DASHBOARD_URL: "https://dashboard.example",
    PORTICO_CONNECT_URL: "https://connect.example",
    PORTICO_OPERATORS: `0x${"A".repeat(40)}, 0x${"1".repeat(40)}`,
    PORTICO_API_URL: "https://api.example/",
    PORTICO_EXPLORER_URL: "https://explorer.example/",
    PORTICO_VALIDATION_PRIVATE: "off",
    PORTICO_EVENT_WEBHOOK_PRIVATE: "On",
    PORTICO_DASHBOARD_SESSION_SECONDS: "60",
  };
  expect(readConfig({ ...ENV, ...set })).toMatchObject({
    url: "https://dashboard.example",
    connectUrl: "https://connect.example",
    operators: new Set([`0x${"a".repeat(40)}`, `0x${"1".repeat(40)}`]),
    apiUrl: "https://api.example",
    explorerUrl: "https://explorer.example",
    allowsPrivateSites: false,
    allowsPrivateWebhooks: true,
    sessionSeconds: 60,
  });
});

const WALLET = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

test.each([{}, { PORTICO_DASHBOARD_HOST: "::1" }, { PORTICO_DASHBOARD_URL: "http://localhost:4002" }])(
  "development wallets and private sites are accepted if the dashboard is only reachable locally: %j",
  (where) => {
    const relaxed = { PORTICO_OPERATORS: WALLET, PORTICO_VALIDATION_PRIVATE: "on" };
    const config = readConfig({ ...ENV, ...relaxed, ...where });
    expect(config).toMatchObject({ operators: new Set([WALLET.toLowerCase()]), allowsPrivateSites: true });
  },
);

test.each([
  { PORTICO_DASHBOARD_HOST: "0.0.0.0" },
  { PORTICO_DASHBOARD_HOST: "" }, // all addresses, for Node
  { PORTICO_DASHBOARD_URL: "https://dashboard.example" },
])("development wallets and private sites are rejected if it is reachable from elsewhere: %j", (where) => {
  const read = (setting: Record<string, string>) => () => readConfig({ ...ENV, ...where, ...setting });
  for (const wallet of [WALLET, `eip155:1:${WALLET}`]) {
    expect(read({ PORTICO_OPERATORS: `0x${"1".repeat(40)},${wallet}` })).toThrow(
      /^PORTICO_OPERATORS must not contain a development wallet.* is not a loopback address/,
    );
  }
  expect(read({ PORTICO_VALIDATION_PRIVATE: "on" })).toThrow(/^PORTICO_VALIDATION_PRIVATE must be off when /);
  expect(read({})).not.toThrow();
});

test.each([
  ["PORTICO_DASHBOARD_CLIENT_SECRET", ""],
  ["PORTICO_DASHBOARD_URL", "http://secret.example"],
  ["PORTICO_DASHBOARD_URL", "https://secret.example/path"],
  ["PORTICO_CONNECT_URL", "secret"],
  ["PORTICO_OPERATORS", "0xsecret"],
  ["PORTICO_API_URL", "javascript:secret"],
  ["PORTICO_VALIDATION_PRIVATE", "secret"],
  ["PORTICO_EVENT_WEBHOOK_PRIVATE", "secret"],
  ["PORTICO_DASHBOARD_SESSION_SECONDS", "secret"],
])("%s='%s' is rejected by its name, without its value", (name, value) => {
  expect(() => readConfig({ ...ENV, [name]: value })).toThrow(new RegExp(`^${name} must (?!.*secret)`));
});

test("--help lists every required setting", () => {
  for (const name of Object.keys(ENV)) expect(HELP).toContain(name);
});
