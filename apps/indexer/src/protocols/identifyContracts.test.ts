import { getChain } from "@portico/evm";
import type { Address } from "@portico/evm";
import { addCatalogue } from "@portico/protocols";
import type { Adapter, CatalogueRow, ChainReading, Deployed } from "@portico/protocols";
import { afterEach, expect, test } from "vitest";
import { identifyContracts } from "./identifyContracts.ts";

const at = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these adapters read nothing
const reading = {
  chain: getChain("eth"),
  block: { blockNumber: 1n, timeAt: 1 },
  memory: new Map(),
} as unknown as ChainReading;

const identifyForks: NonNullable<Adapter["identifyForks"]> = async ({ contracts }, candidates) => {
  if (contracts.includes("broken")) throw new Error("the registry does not respond");
  return new Map(candidates.map((address, index) => [address, { fork: index % contracts.length, identity: "place" }]));
};

const deploy = (id: string, contracts: string): Deployed => ({
  id,
  chain: "eth",
  adapter: { id, name: id, siteUrl: "", category: "dex", deployments: {}, identifyForks },
  contracts,
  signals: {},
  addresses: new Set(),
});

test("a fork whose own contracts fail is left out, and takes no other fork with it", async () => {
  const deployed = [deploy("first", "whole"), deploy("second", "broken")];
  const { found, errors } = await identifyContracts(reading, deployed, [at(1), at(2)]);
  expect(found).toEqual([1, 2].map((n) => ({ address: at(n), protocolId: "first", identity: "place" })));
  expect([...errors]).toEqual([["second", new Error("the registry does not respond")]]);
});

afterEach(() => addCatalogue([]));

const rowOf = (factory: Address): CatalogueRow => ({
  id: "example",
  name: null,
  siteUrl: null,
  category: "dex",
  family: "uniswap-v2",
  chain: "eth",
  addresses: { factory },
  source: "this test",
});
const identify: Adapter["identify"] = async (_context, candidates) =>
  new Map(candidates.map((address) => [address, "place"]));
/** Claims everything; without a row it is an adapter. */
const claimAll = (id: string, row?: CatalogueRow): Deployed => ({
  ...deploy(id, ""),
  parts: [{ reader: { identify }, contracts: "", ...(row && { row }) }],
});

test("of several claims the operator's row counts first, then an adapter, a row that lists the contract, and by id", async () => {
  const operators = rowOf(at(9));
  addCatalogue([operators]);
  const [adapter, later] = [claimAll("adapter"), claimAll("a later adapter")];
  const rows = [claimAll("f", rowOf(at(8))), claimAll("b", rowOf(at(8))), claimAll("listed", rowOf(at(1)))];
  const deployed = [adapter, later, ...rows, claimAll("operator", operators)];
  const { found } = await identifyContracts(reading, deployed, [at(1)]);
  expect(found.map(({ protocolId }) => protocolId)).toEqual([
    "operator",
    "adapter",
    "a later adapter",
    "listed",
    "b",
    "f",
  ]);
});

test("of several claims of one protocol the first counts, too", async () => {
  const toPart = (identity: "place" | "receipt", row: CatalogueRow): NonNullable<Deployed["parts"]>[number] => ({
    reader: { identify: async (_context, candidates) => new Map(candidates.map((address) => [address, identity])) },
    contracts: "",
    row,
  });
  const parts = [toPart("receipt", rowOf(at(1))), toPart("place", rowOf(at(8)))];
  const { found } = await identifyContracts(reading, [{ ...deploy("both", ""), parts }], [at(1)]);
  expect(found).toEqual([{ address: at(1), protocolId: "both", identity: "receipt" }]); // the first row lists it
});

test("of forks that are identified together, an operator's comes first", async () => {
  const operators = rowOf(at(9));
  addCatalogue([operators]);
  const fork = (id: string, row: CatalogueRow): Deployed => ({
    ...deploy(id, id),
    parts: [{ reader: { identifyForks }, contracts: id, row }],
  });
  const deployed = [fork("built-in", rowOf(at(8))), fork("operator", operators)];
  const { found } = await identifyContracts(reading, deployed, [at(1)]); // each claims the first fork's
  expect(found.map(({ protocolId }) => protocolId)).toEqual(["operator"]);
});
