import { createServer } from "node:net";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { appUrls, choosePort } from "./ports.ts";

async function occupy(port = 0): Promise<number> {
  const server = createServer().listen(port);
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return (server.address() as { port: number }).port;
}

test("if a default port is in use, the next free one is used", async () => {
  const taken = await occupy();
  const chosen = await choosePort("api", taken, {});
  expect(chosen).toBeGreaterThan(taken);
  expect(chosen).toBeLessThanOrEqual(taken + 99);
});

test("a configured port that is in use is a clear error", async () => {
  const taken = await occupy();
  await expect(choosePort("api", 4000, { PORTICO_API_PORT: String(taken) })).rejects.toThrow(
    `PORTICO_API_PORT=${taken} is in use`,
  );
});

test.each(["0", "65536", "4000.5", "http"])("PORTICO_API_PORT=%s is refused by name", async (value) => {
  await expect(choosePort("api", 4000, { PORTICO_API_PORT: value })).rejects.toThrow(
    `PORTICO_API_PORT=${value} is not a port`,
  );
});

test("the sign-in service, the dashboard, the explorer and the MCP server have the URLs configured by the operator, else their ports", () => {
  const ports = { api: 1, connect: 2, dashboard: 5, docs: 3, mock: 4, explorer: 6, mcp: 7 };
  expect(appUrls(ports, {})).toMatchObject({
    connectUrl: "http://127.0.0.1:2",
    explorerUrl: "http://127.0.0.1:6",
  });
  const env = {
    PORTICO_CONNECT_URL: "https://connect.example/",
    PORTICO_DASHBOARD_URL: "",
    PORTICO_EXPLORER_URL: "https://explorer.example",
    PORTICO_MCP_URL: "https://mcp.example",
  };
  expect(appUrls(ports, env)).toMatchObject({
    connectUrl: "https://connect.example",
    dashboardUrl: "http://127.0.0.1:5",
    explorerUrl: "https://explorer.example",
    mcpUrl: "https://mcp.example",
  });
});
