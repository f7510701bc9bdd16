import { expect, test } from "vitest";
import { readHttpConfig } from "./config.ts";

const OAUTH = {
  PORTICO_MCP_SECRET: "s".repeat(32),
  PORTICO_CONNECT_URL: "https://connect.example/",
  DATABASE_URL: "postgresql://database.example/portico",
};

test("users sign in where there is a secret; the shared settings of other services alone change nothing", () => {
  const { PORTICO_MCP_SECRET: secret, ...shared } = OAUTH;
  expect(readHttpConfig(shared).oauth).toBeUndefined();
  expect(readHttpConfig({ ...OAUTH, PORTICO_DASHBOARD_URL: "https://dashboard.example" }).oauth).toEqual({
    secret,
    databaseUrl: shared.DATABASE_URL,
    connectUrl: "https://connect.example",
    dashboardUrl: "https://dashboard.example",
  });
});

test.each([
  ["PORTICO_MCP_SECRET", "s".repeat(31)],
  ["PORTICO_CONNECT_URL", ""],
  ["PORTICO_CONNECT_URL", "http://connect.example"],
  ["DATABASE_URL", "secret words"],
  ["PORTICO_DASHBOARD_URL", "https://dashboard.example/path"],
  ["PORTICO_MCP_URL", "https://mcp.example/mcp"],
])("%s '%s' is refused by its name, without its value", (name, value) => {
  const read = () => readHttpConfig({ ...OAUTH, [name]: value });
  expect(read).toThrow(new RegExp(`^${name} `));
  expect(read).not.toThrow(value || "undefined");
});
