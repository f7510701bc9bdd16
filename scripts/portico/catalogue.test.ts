import { type BareChain, loadArtifact, startBareChain } from "@portico/devnet";
import { getChain } from "@portico/evm";
import { addCatalogue, isListed, listDeployed, type CatalogueRow } from "@portico/protocols";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestShell } from "./testing/createTestShell.ts";

const { db, drop } = await createTestDatabase();
const slug = "kite"; // the built-in catalogue has no row on it
const DEAD = "0x000000000000000000000000000000000000dead";
let chain: BareChain;
let live: CatalogueRow;

const row = (id: string, factory: CatalogueRow["addresses"][string]): CatalogueRow => ({
  id: `${slug}_${id}`,
  name: null,
  siteUrl: null,
  category: "dex",
  family: "uniswap-v2",
  chain: slug,
  addresses: { factory },
  source: "this test",
});

beforeAll(async () => {
  chain = await startBareChain(getChain(slug).chainId);
  const factory = await chain.deploy(loadArtifact("@uniswap/v2-core", "build/UniswapV2Factory.json"), [DEAD]);
  live = row("live", factory);
});
afterAll(async () => {
  addCatalogue([]);
  await Promise.all([chain.stop(), drop()]);
});

const check = (env: NodeJS.ProcessEnv, ...args: string[]) =>
  createTestShell(db, { env })("catalogue", "check", ...args);
const configured = () => ({ [`PORTICO_RPC_${slug.toUpperCase()}`]: chain.rpcUrl });

test("rows that add to an adapter are checked like others", async () => {
  const { id } = listDeployed(slug).find((one) => !isListed(one))!;
  addCatalogue([live, { ...row("", DEAD), id }]);
  const { lines } = await check(configured());
  expect(lines).toEqual([`kite  ${id}  uniswap-v2  ${DEAD} has no code`]);
});

test("rows that don't respond are listed with the reason, and the others are only counted", async () => {
  addCatalogue([live, row("dead", DEAD)]);
  const { code, lines, errors } = await check(configured(), "--json");
  expect(JSON.parse(lines.join("\n"))).toEqual([
    {
      id: "kite_dead",
      chain: slug,
      family: "uniswap-v2",
      addresses: { factory: DEAD },
      source: "this test",
      reason: `${DEAD} has no code`,
    },
  ]);
  expect([code, errors]).toEqual([1, "kite: checked 2 of 2 rows, 1 failed"]);
  const table = await check({}, "--chain", slug, "--rpc", chain.rpcUrl);
  expect([table.code, table.lines]).toEqual([1, [`kite  kite_dead  uniswap-v2  ${DEAD} has no code`]]);
});

test("if all rows respond, the exit code is 0", async () => {
  addCatalogue([live]);
  const { code, lines } = await check(configured(), "--chain", slug);
  expect([code, lines]).toEqual([0, ["All rows that were checked respond."]]);
});

test("a node that fails is an error, and its URL is not printed", async () => {
  const { code, lines, errors } = await check({}, "--chain", "zora", "--rpc", chain.rpcUrl, "--json");
  expect([code, lines]).toEqual([1, ["[]"]]);
  expect(errors).toContain("zora: the node failed, so rows are missing: ");
  expect(errors).not.toContain(chain.rpcUrl);
});

test.each([
  [["--rpc", "http://127.0.0.1:1"], "--rpc needs --chain"],
  [["--chain", "moon"], "Unknown chain 'moon'"],
  [["--chain", "eth", "--rpc", "node.example"], "Must be an http or https URL"],
  [["--chain", "eth"], "No RPC of eth is configured: set PORTICO_RPC_ETH, or use --chain and --rpc"],
])("catalogue check %j is refused with a hint", async (args, message) => {
  const { code, errors } = await check({}, ...args);
  expect([code, errors]).toEqual([1, expect.stringContaining(message)]);
});
