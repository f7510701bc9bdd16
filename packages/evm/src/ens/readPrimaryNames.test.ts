import type { Address, Hex } from "viem";
import { concat, encodeErrorResult, encodeFunctionResult, namehash, numberToHex, parseAbi } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getChain } from "../chains.ts";
import { createRpc } from "../rpc.ts";
import type { Rpc } from "../rpc.ts";
import { startTestAnvil } from "../testing/anvil.ts";
import type { TestAnvil } from "../testing/anvil.ts";
import { answersBytes, EATS_GAS, RETURNS_MEGABYTES } from "../testing/contracts.ts";
import { startFaultyServer } from "../testing/faultyServer.ts";
import { isNormalName } from "./isNormalName.ts";
import { readPrimaryNames } from "./readPrimaryNames.ts";
import { ensResolverAbi } from "./ensAbis.ts";
import { deployEns } from "./testing/deployEns.ts";
import type { Ens } from "./testing/deployEns.ts";

const chain = getChain("eth");
let anvil: TestAnvil;
let rpc: Rpc;
let ens: Ens;

beforeAll(async () => {
  anvil = await startTestAnvil(chain.chainId);
  rpc = createRpc({ chain, urls: [anvil.url] });
  await anvil.installMulticall3(chain.multicall3!);
  ens = await deployEns(anvil.url);
});
afterAll(() => anvil.stop());

let users = 0;
const newAddress = (): Address => `0x${String(++users).padStart(40, "a")}`;

const read = async (...addresses: Address[]) => {
  const names = await readPrimaryNames(rpc, addresses, { blockNumber: await rpc.getBlockNumber() });
  return addresses.map((address) => names.get(address));
};

/** A contract with this code. */
async function installCode(code: Hex): Promise<Address> {
  const address = newAddress();
  await anvil.setCode(address, code);
  return address;
}

const revertsWith = (data: Hex): Hex => answersBytes(data).replace(/^(0x.{22})f3/, "$1fd") as Hex;

const OFFCHAIN_LOOKUP = encodeErrorResult({
  abi: parseAbi(["error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callback, bytes extra)"]),
  args: [`0x${"11".repeat(20)}`, ["https://gateway.example/{sender}/{data}"], "0x", "0x00000000", "0x"],
});

test("an address's name is the one that it claims and that resolves back to it; of many addresses in one batch", async () => {
  const [alice, bob, mallory, nobody, lost] = [newAddress(), newAddress(), newAddress(), newAddress(), newAddress()];
  await ens.giveName("alice.eth", alice);
  await ens.claimName(alice, "alice.eth");
  await ens.claimName(mallory, "alice.eth"); // a claim alone is not enough
  await ens.giveName("bob.eth", bob); // a name that the address doesn't claim isn't chosen
  await ens.claimName(lost, "unregistered.eth");
  expect(await read(mallory, alice, bob, nobody, lost)).toEqual([
    undefined,
    "alice.eth",
    undefined,
    undefined,
    undefined,
  ]);
  await ens.giveName("alice.eth", bob); // it was sold
  expect(await read(alice, mallory)).toEqual([undefined, undefined]);
  await ens.claimName(bob, "bob.eth");
  expect(await read(bob)).toEqual(["bob.eth"]);
  await ens.claimName(bob, "");
  expect(await read(bob)).toEqual([undefined]);
  expect(await read()).toEqual([]);
});

test.each([
  "Dora.eth",
  "dora.eth\u202E",
  "dоra.eth",
  "d\u200Dora.eth",
  "dora..eth",
  ".eth",
  `[${"ab".repeat(32)}].eth`,
])("a name that isn't in normal form is ignored: %j", async (name) => {
  const dora = newAddress();
  const given = name.split(".").includes("") ? "dora.eth" : name;
  await ens.giveName(given, dora);
  await ens.claimName(dora, name);
  expect(await read(dora)).toEqual([undefined]);
});

test("normal form is ENSIP-15's", () => {
  const normal = ["vitalik.eth", "🚀.eth", "bücher.eth", "_x.eth", "a.b.c.d.eth", "例え.eth"];
  expect(normal.filter((name) => !isNormalName(name))).toEqual([]);
  const others = [
    "",
    ".",
    "eth.",
    "a b.eth",
    "a\0.eth",
    "xn--a.eth",
    "ΑΒ.eth",
    "$.ETH",
    "<b>.eth",
    `${"a".repeat(300)}.eth`,
  ];
  expect(others.filter(isNormalName)).toEqual([]);
  expect(isNormalName("a".repeat(2 ** 24))).toBe(false);
});

test("names of off-chain gateways or wildcard resolvers are ignored", async () => {
  const gateway = await installCode(revertsWith(OFFCHAIN_LOOKUP));
  const [offchain, child] = [newAddress(), newAddress()];
  await ens.giveName("offchain.eth", offchain, gateway);
  await ens.claimName(offchain, "offchain.eth");
  const resolverReply = encodeFunctionResult({ abi: ensResolverAbi, functionName: "addr", result: child });
  await ens.setResolver("wild.eth", await installCode(answersBytes(resolverReply)));
  await ens.claimName(child, "child.wild.eth");
  const claimed = newAddress();
  await ens.giveName("claimed.eth", claimed);
  await ens.claimByResolver(claimed, gateway);
  expect(await read(offchain, child, claimed)).toEqual([undefined, undefined, undefined]);
});

test("resolvers that burn gas, return megabytes, nothing or other data affect only their own names", async () => {
  const alice = newAddress();
  await ens.giveName("good.eth", alice);
  await ens.claimName(alice, "good.eth");
  const word = numberToHex(2n ** 255n, { size: 32 });
  const codes: Hex[] = [EATS_GAS, RETURNS_MEGABYTES, "0x00", answersBytes(word), answersBytes(concat([word, word]))];
  const bad: Address[] = [];
  for (const [index, code] of codes.entries()) {
    const owner = newAddress();
    await ens.giveName(`bad${index}.eth`, owner, await installCode(code));
    await ens.claimName(owner, `bad${index}.eth`);
    bad.push(owner);
  }
  expect(await read(...bad, alice)).toEqual([...bad.map(() => undefined), "good.eth"]);
});

test("an address without its own record is found by the default resolver of ENSIP-19, and by no gateway", async () => {
  const [owner, other] = [newAddress(), newAddress()];
  await ens.giveName("default.eth", owner);
  const name = encodeFunctionResult({ abi: ensResolverAbi, functionName: "name", result: "default.eth" });
  const resolved = encodeFunctionResult({ abi: ensResolverAbi, functionName: "resolve", result: name });
  await ens.setResolver("reverse", await installCode(answersBytes(resolved)));
  expect(await read(owner, other)).toEqual(["default.eth", undefined]);
  await ens.setResolver("reverse", await installCode(revertsWith(OFFCHAIN_LOOKUP)));
  expect(await read(owner)).toEqual([undefined]);
});

test("a chain without ENS has no names, and a node's failure is an error", async () => {
  const server = await startFaultyServer(({ method }) =>
    method === "eth_chainId" ? { result: "0x1" } : { result: "0x" },
  );
  const bare = createRpc({ chain, urls: [server.url], attempts: 2, baseDelayMs: 1 });
  expect(await readPrimaryNames(bare, [newAddress()], { blockNumber: 1n })).toEqual(new Map());
  await server.stop();
  await expect(readPrimaryNames(bare, [newAddress()], { blockNumber: 1n })).rejects.toThrow(/could not be reached/);
  expect(namehash("addr.reverse")).toMatch(/^0x91d1777781884d03a6757a803996e38de2a42967/); // of ENS's own registrar
});
