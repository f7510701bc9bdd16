import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const DATABASE_URL = "postgresql://localhost/portico";

test("RPC URLs come from the environment; without any there are none", () => {
  expect(readConfig({ DATABASE_URL }).rpcUrls.size).toBe(0);
  const { rpcUrls, positionWaitMs } = readConfig({
    DATABASE_URL,
    PORTICO_RPC_ETH: "https://a.example, https://b.example",
    PORTICO_RPC_BASE: "",
    PORTICO_POSITION_WAIT_MS: "250",
  });
  expect([...rpcUrls]).toEqual([["eth", ["https://a.example", "https://b.example"]]]);
  expect(positionWaitMs).toBe(250);
});

test("replicas come from the environment; without any there are none", () => {
  expect(readConfig({ DATABASE_URL, DATABASE_READ_URL: "" }).readUrls).toEqual([]);
  const { readUrls, readLagMs } = readConfig({
    DATABASE_URL,
    DATABASE_READ_URL: "postgresql://a,b/portico",
    DATABASE_READ_LAG_MS: "20",
  });
  expect([readUrls.map(({ host }) => host), readLagMs]).toEqual([["a:5432", "b:5432"], 20]);
});

test.each([
  [{ PORTICO_RPC_MARS: "https://a.example" }, /PORTICO_RPC_MARS/],
  [{ PORTICO_RPC_ETH: "ftp://secret@a.example" }, /^PORTICO_RPC_ETH must be http(?!.*secret)/],
  [{ PORTICO_POSITION_WAIT_MS: "5s" }, /PORTICO_POSITION_WAIT_MS must be a whole number of milliseconds/],
  [{ PORTICO_SIMULATION_WAIT_MS: "1.5" }, /PORTICO_SIMULATION_WAIT_MS must be a whole number of milliseconds/],
  [{ PORTICO_SIGHT_WAIT_MS: "-1" }, /PORTICO_SIGHT_WAIT_MS must be a whole number of milliseconds/],
  [{ DATABASE_READ_URL: "https://secret@a.example" }, /^DATABASE_READ_URL must be postgresql(?!.*secret)/],
  [{ DATABASE_READ_LAG_MS: "1s" }, /DATABASE_READ_LAG_MS must be a whole number of milliseconds/],
])("%j is rejected by name", (env, message) => {
  expect(() => readConfig({ DATABASE_URL, ...env })).toThrow(message);
});
