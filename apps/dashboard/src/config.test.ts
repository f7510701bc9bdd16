import { expect, test } from "vitest";
import { HELP, readConfig } from "./config.ts";

const CLIENT = { PORTICO_DASHBOARD_CLIENT_ID: "pc_1", PORTICO_DASHBOARD_CLIENT_SECRET: "hunter2" };
const ENV = { DATABASE_URL: "postgresql://localhost/portico", ...CLIENT };

test("what is not set has the documented value; everything can be set", () => {
  expect(readConfig(ENV)).toMatchObject({
    port: 4002,
    url: undefined,
    connectUrl: "http://127.0.0.1:4001",
    client: { id: "pc_1", secret: "hunter2" },
    operators: new Set(),
    apiUrl: "",
    docsUrl: "",
    explorerKey: "",
    allowsPrivateSites: false,
    sessionSeconds: 43_200,
  });
  const set = {
    PORTICO_DASHBOARD_URL: "https://dashboard.example",
    PORTICO_CONNECT_URL: "https://connect.example",
    PORTICO_OPERATORS: `0x${"A".repeat(40)}, 0x${"1".repeat(40)}`,
    PORTICO_API_URL: "https://api.example/",
    PORTICO_EXPLORER_KEY: "pk_1",
    PORTICO_VALIDATION_PRIVATE: "on",
    PORTICO_DASHBOARD_SESSION_SECONDS: "60",
  };
  expect(readConfig({ ...ENV, ...set })).toMatchObject({
    url: "https://dashboard.example",
    connectUrl: "https://connect.example",
    operators: new Set([`0x${"a".repeat(40)}`, `0x${"1".repeat(40)}`]),
    apiUrl: "https://api.example",
    explorerKey: "pk_1",
    allowsPrivateSites: true,
    sessionSeconds: 60,
  });
});

test.each([
  ["PORTICO_DASHBOARD_CLIENT_SECRET", ""],
  ["PORTICO_DASHBOARD_URL", "http://secret.example"],
  ["PORTICO_DASHBOARD_URL", "https://secret.example/path"],
  ["PORTICO_CONNECT_URL", "secret"],
  ["PORTICO_OPERATORS", "0xsecret"],
  ["PORTICO_API_URL", "javascript:secret"],
  ["PORTICO_VALIDATION_PRIVATE", "secret"],
  ["PORTICO_DASHBOARD_SESSION_SECONDS", "secret"],
])("%s='%s' is refused by its name alone", (name, value) => {
  expect(() => readConfig({ ...ENV, [name]: value })).toThrow(new RegExp(`^${name} must (?!.*secret)`));
});

test("--help names every setting that must be made", () => {
  for (const name of Object.keys(ENV)) expect(HELP).toContain(name);
});
