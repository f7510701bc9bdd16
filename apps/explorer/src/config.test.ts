import { expect, test } from "vitest";
import { HELP, readConfig } from "./config.ts";

const ENV = { DATABASE_URL: "postgresql://localhost/portico" };

test("settings have the documented defaults, and all can be set", () => {
  expect(readConfig(ENV)).toMatchObject({
    port: 4006,
    url: undefined,
    apiUrl: "",
    explorerKey: "",
    dashboardUrl: "http://127.0.0.1:4002",
    signIn: undefined,
    ipfsGateway: "https://ipfs.io/ipfs/",
  });
  const set = {
    PORTICO_EXPLORER_PORT: "80",
    PORTICO_EXPLORER_URL: "https://explorer.example",
    PORTICO_API_URL: "https://api.example/",
    PORTICO_EXPLORER_KEY: "pk_1",
    PORTICO_DASHBOARD_URL: "https://dashboard.example",
    PORTICO_CONNECT_URL: "https://connect.example",
    PORTICO_EXPLORER_CLIENT_ID: "pc_1",
    PORTICO_EXPLORER_CLIENT_SECRET: "ps_1",
    PORTICO_EXPLORER_EXAMPLE: "0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
    PORTICO_IPFS_GATEWAY: "https://ipfs.example/ipfs/",
  };
  expect(readConfig({ ...ENV, ...set })).toMatchObject({
    port: 80,
    url: "https://explorer.example",
    apiUrl: "https://api.example",
    explorerKey: "pk_1",
    dashboardUrl: "https://dashboard.example",
    signIn: { connectUrl: "https://connect.example", clientId: "pc_1", clientSecret: "ps_1" },
    ipfsGateway: "https://ipfs.example/ipfs/",
    exampleAddress: "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
  });
  for (const name of Object.keys(set)) expect(HELP).toContain(name);
});

test.each([
  [{ PORTICO_EXPLORER_URL: "http://explorer.example" }, "PORTICO_EXPLORER_URL must be https://host"],
  [{ PORTICO_EXPLORER_URL: "https://explorer.example/path" }, "PORTICO_EXPLORER_URL must be https://host"],
  [{ PORTICO_CONNECT_URL: "http://connect.example" }, "PORTICO_CONNECT_URL must be https://host"],
  [{ PORTICO_EXPLORER_CLIENT_ID: "pc_1" }, "PORTICO_EXPLORER_CLIENT_SECRET must be set together"],
  [{ PORTICO_EXPLORER_CLIENT_SECRET: "ps_1" }, "PORTICO_EXPLORER_CLIENT_ID and"],
  [{ PORTICO_EXPLORER_EXAMPLE: "vitalik.eth" }, "PORTICO_EXPLORER_EXAMPLE must be an address"],
  [{ PORTICO_API_URL: "ftp://api.example" }, "PORTICO_API_URL must be an http or https URL"],
])("a wrong setting is reported by name: %j", (setting, message) => {
  expect(() => readConfig({ ...ENV, ...setting })).toThrow(message);
});
