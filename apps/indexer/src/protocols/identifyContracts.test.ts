import { getChain } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Adapter, ChainReading, Deployed } from "@portico/protocols";
import { expect, test } from "vitest";
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
