import { expect, test } from "vitest";
import { readHistoryUrls } from "./readHistoryUrls.ts";

const EXPLORER = "https://api.etherscan.io/v2/api?apikey=SECRET7";
const PORTAL = "https://portal.sqd.dev/datasets/base-mainnet";

test("an explorer with its key and a portal are read by chain", () => {
  const env = {
    PORTICO_EXPLORER_ETH: "https://eth.blockscout.com/api",
    PORTICO_EXPLORER_KEY_ETH: "K",
    PORTICO_PORTAL_BASE: ` ${PORTAL} `,
    PORTICO_PORTAL_ARB: "",
  };
  expect(Object.fromEntries(readHistoryUrls(env))).toEqual({
    eth: { explorer: "https://eth.blockscout.com/api", explorerKey: "K" },
    base: { portal: PORTAL },
  });
});

test("settings of the explorer app are none of a chain's", () => {
  const env = {
    PORTICO_EXPLORER_URL: "https://explorer.example",
    PORTICO_EXPLORER_PORT: "4006",
    PORTICO_EXPLORER_KEY: "pk_1",
    PORTICO_EXPLORER_CLIENT_SECRET: "s",
    PORTICO_EXPLORER_METRICS_HOST: "127.0.0.1",
  };
  expect(readHistoryUrls(env).size).toBe(0);
});

test.each([
  [{ PORTICO_EXPLORER_ETHEREUM: EXPLORER }, "PORTICO_EXPLORER_ETHEREUM does not name a chain"],
  [{ PORTICO_PORTAL_URL: PORTAL }, "PORTICO_PORTAL_URL does not name a chain"],
  [{ PORTICO_EXPLORER_KEY_ETHER: "SECRET7" }, "PORTICO_EXPLORER_KEY_ETHER does not name a chain"],
  [{ PORTICO_EXPLORER_ETH: "etherscan.io?apikey=SECRET7" }, "PORTICO_EXPLORER_ETH must be an http or https URL"],
  [{ PORTICO_PORTAL_ETH: "ftp://SECRET7" }, "PORTICO_PORTAL_ETH must be an http or https URL"],
  [{ PORTICO_PORTAL_ETH: "https://u:SECRET7@a.example" }, "PORTICO_PORTAL_ETH must not contain a user or password"],
  [{ PORTICO_EXPLORER_KEY_ETH: "SECRET7" }, "PORTICO_EXPLORER_ETH is not"],
])("%j is refused by name, without its value", (env, message) => {
  expect(() => readHistoryUrls(env)).toThrow(message);
  expect(() => readHistoryUrls(env)).not.toThrow("SECRET7");
});
