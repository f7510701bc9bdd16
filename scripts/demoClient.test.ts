import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  dropOldSecret,
  findOauthClient,
  listOauthApps,
  rotateClientSecret,
  setOauthClientDisabled,
} from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, expect, test, vi } from "vitest";
import { demoClient, signInLink } from "./demoClient.ts";
import { APP_PORTS } from "./ports.ts";
import { appEnv, type Stack } from "./stack.ts";

const { db, url: databaseUrl, drop } = await createTestDatabase();
const folder = mkdtempSync(join(tmpdir(), "portico-demo-"));
afterAll(async () => {
  await drop();
  rmSync(folder, { recursive: true });
});

const demoOwner = `0x${"f".repeat(40)}`;
const stack: Stack = {
  databaseUrl,
  demoOwner,
  folder,
  accessKey: "",
  connectKey: "",
  explorerKey: "",
  chainEnv: {},
  chains: {},
  demoClient: { clientId: "", clientSecret: "", redirectUri: "" },
  stop: async () => undefined,
};

const isForOthers = (file: string): boolean => (statSync(join(folder, file)).mode & 0o077) !== 0;

test("the demo client stays the same while it is valid, and there is one demo application, even if its clients change", async () => {
  const first = await demoClient(db, folder);
  expect(first.redirectUri).toBe("http://127.0.0.1:4005/callback");
  expect(await demoClient(db, folder)).toEqual(first);
  expect(isForOthers("demo-client.json")).toBe(false);
  expect(await findOauthClient(db, first.clientId)).toMatchObject({ redirectUris: [first.redirectUri] });

  await rotateClientSecret(db, first.clientId);
  expect(await demoClient(db, folder)).toEqual(first);
  await dropOldSecret(db, first.clientId);
  const second = await demoClient(db, folder);
  expect(second.clientId).not.toBe(first.clientId);

  await setOauthClientDisabled(db, second.clientId, true);
  const third = await demoClient(db, folder);
  expect(third.clientId).not.toBe(second.clientId);
  expect((await listOauthApps(db)).map(({ name }) => name)).toEqual(["Portico demo"]);

  writeFileSync(join(folder, "demo-client.json"), `{"clientId":"pc_`);
  expect((await demoClient(db, folder)).clientId).not.toBe(third.clientId);
});

test("the sign-in link requests all scopes, at the demo's redirect URI", async () => {
  const client = { clientId: "pc_1", clientSecret: "ps_1", redirectUri: "http://127.0.0.1:4005/callback" };
  const link = new URL(signInLink("http://127.0.0.1:4001", client));
  expect(`${link.origin}${link.pathname}`).toBe("http://127.0.0.1:4001/oauth/authorize");
  expect(Object.fromEntries(link.searchParams)).toEqual({
    client_id: "pc_1",
    redirect_uri: client.redirectUri,
    scope: "user:base:read user:chain:read user:social:read",
    state: "try",
  });
});

test("a devnet's demo owner, whose key is public, is an operator and can validate local sites on this computer only; if the dashboard is reachable from elsewhere, start refuses", async () => {
  vi.stubEnv("PORTICO_DASHBOARD_URL", "");
  expect(await appEnv("dashboard", stack, APP_PORTS)).toMatchObject({
    PORTICO_OPERATORS: demoOwner,
    PORTICO_VALIDATION_PRIVATE: "on",
  });
  const beyond = [
    ["PORTICO_DASHBOARD_URL", "https://dashboard.example"],
    ["PORTICO_DASHBOARD_HOST", "0.0.0.0"],
  ] as const;
  for (const [name, value] of beyond) {
    vi.stubEnv(name, value);
    const refused = `${name}=${value} makes the dashboard reachable from other computers`;
    await expect(appEnv("dashboard", stack, APP_PORTS)).rejects.toThrow(refused);
    await expect(appEnv("dashboard", stack, APP_PORTS)).rejects.toThrow("PORTICO_VALIDATION_PRIVATE=off");
    vi.stubEnv("PORTICO_OPERATORS", "");
    await expect(appEnv("dashboard", stack, APP_PORTS)).rejects.toThrow(refused);
    vi.stubEnv("PORTICO_VALIDATION_PRIVATE", "off");
    const strict = { PORTICO_OPERATORS: "", PORTICO_VALIDATION_PRIVATE: "off" };
    expect(await appEnv("dashboard", stack, APP_PORTS)).toMatchObject(strict);
    vi.unstubAllEnvs();
  }
});

test("the explorer's client stays the same over starts, and its redirect URI follows the explorer's port", async () => {
  const clientOf = async (port: number) => {
    const env = await appEnv("explorer", stack, { ...APP_PORTS, explorer: port });
    const id = env["PORTICO_EXPLORER_CLIENT_ID"] ?? "";
    const secret = env["PORTICO_EXPLORER_CLIENT_SECRET"] ?? "";
    return { id, secret, found: await findOauthClient(db, id), connectUrl: env["PORTICO_CONNECT_URL"] };
  };
  const first = await clientOf(4006);
  expect(first).toMatchObject({
    secret: expect.stringMatching(/^ps_/),
    found: { redirectUris: ["http://127.0.0.1:4006/auth/callback"], app: { name: "Portico explorer" } },
    connectUrl: "http://127.0.0.1:4001",
  });
  expect(await clientOf(4006)).toEqual(first);
  expect(isForOthers("explorer-client.json")).toBe(false);
  const moved = await clientOf(4007);
  expect(moved.found).toMatchObject({
    redirectUris: ["http://127.0.0.1:4007/auth/callback"],
    app: { id: first.found?.app.id },
  });
});
