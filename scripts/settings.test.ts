import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chainSettings } from "./settings.ts";

function config(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "portico-config-")), "portico.config.ts");
  writeFileSync(file, text);
  return file;
}

test("without a file and variables no chain is set", async () => {
  expect(await chainSettings("/nowhere/portico.config.ts", {})).toEqual({});
});

test("the file sets RPC, start block, mode and what is kept, and the environment overrides it", async () => {
  const file = config(
    `export default { chains: { eth: { rpc: ["http://a", "http://b"], rps: 20, batch: 10, start: 18_000_000, index: "owners", keepBlocks: 100_000 } } };`,
  );
  expect(
    await chainSettings(file, { PORTICO_START_ETH: "5", PORTICO_RPC_ETH_BATCH: "7", PORTICO_KEEP_BLOCKS: "512" }),
  ).toEqual({
    PORTICO_RPC_ETH: "http://a,http://b",
    PORTICO_RPC_ETH_RPS: "20",
    PORTICO_RPC_ETH_BATCH: "7",
    PORTICO_START_ETH: "5",
    PORTICO_INDEX_ETH: "owners",
    PORTICO_KEEP_BLOCKS_ETH: "100000",
  });
});

test("the file and the environment set sources of history; settings of the explorer app are none", async () => {
  const file = config(
    `export default { chains: { eth: { rpc: ["http://a"], explorer: "https://e/api", portal: "https://p/eth" } } };`,
  );
  const env = { PORTICO_EXPLORER_KEY_ETH: "K", PORTICO_EXPLORER_URL: "https://x", PORTICO_EXPLORER_PORT: "4006" };
  expect(await chainSettings(file, env)).toEqual({
    PORTICO_RPC_ETH: "http://a",
    PORTICO_EXPLORER_ETH: "https://e/api",
    PORTICO_EXPLORER_KEY_ETH: "K",
    PORTICO_PORTAL_ETH: "https://p/eth",
  });
  const bad = chainSettings("/nowhere", { PORTICO_PORTAL_ETH: "portal.example" });
  await expect(bad).rejects.toThrow("PORTICO_PORTAL_ETH must be an http or https URL");
  const unknown = chainSettings("/nowhere", { PORTICO_EXPLORER_ETHEREUM: "https://e/api" });
  await expect(unknown).rejects.toThrow("PORTICO_EXPLORER_ETHEREUM: unknown chain");
});

test("an unknown chain is named, with the known ones", async () => {
  await expect(chainSettings("/nowhere", { PORTICO_RPC_ETHEREUM: "http://a" })).rejects.toThrow(
    /PORTICO_RPC_ETHEREUM: unknown chain. Known ids: .*\beth\b/,
  );
});

test("limits of a chain without a URL, or invalid ones, are refused by name", async () => {
  await expect(chainSettings("/nowhere", { PORTICO_RPC_ETH_RPS: "5" })).rejects.toThrow("PORTICO_RPC_ETH is not");
  const file = config(`export default { chains: { eth: { rpc: ["http://a"], batch: 0 } } };`);
  await expect(chainSettings(file, {})).rejects.toThrow("PORTICO_RPC_ETH_BATCH must be calls in one batch");
});

test("a file without a default export is refused with a hint", async () => {
  await expect(chainSettings(config("export const chains = {};"), {})).rejects.toThrow("export default");
});
