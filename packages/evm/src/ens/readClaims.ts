import type { Address, Hex } from "viem";
import { decodeFunctionResult, encodeFunctionData, namehash, toHex } from "viem";
import { callMany } from "../callMany.ts";
import type { PinnedOptions } from "../callMany.ts";
import type { Rpc } from "../rpc.ts";
import { ensResolverAbi } from "./ensAbis.ts";
import { readResolvers } from "./readResolvers.ts";

/** Their resolvers respond for addresses without their own record (ENSIP-10): the first one with a resolver. */
const PARENTS = ["addr.reverse", "reverse"].map((name) => namehash(name));

/** Names that addresses claim: anybody may claim any name. Addresses without a claim are omitted. */
export async function readClaims(
  rpc: Rpc,
  addresses: readonly Address[],
  options: PinnedOptions,
): Promise<Map<Address, string>> {
  if (addresses.length === 0) return new Map();
  const names = addresses.map((address) => `${address.slice(2).toLowerCase()}.addr.reverse`);
  const [nearer, farther, ...own] = await readResolvers(
    rpc,
    [...PARENTS, ...names.map((name) => namehash(name))],
    options,
  );
  const parent = nearer ?? farther;
  const calls = addresses.flatMap((address, index) => {
    const name = names[index]!;
    const direct = own[index];
    if (direct !== undefined) return [{ address, to: direct, data: encodeName(name), read: decodeName }];
    return parent === undefined ? [] : [{ address, to: parent, data: encodeResolve(name), read: decodeResolved }];
  });
  const answers = await callMany(rpc, calls, options);
  return new Map(
    calls.flatMap(({ address, read }, index) => {
      const name = read(answers[index] ?? "0x");
      return name === "" ? [] : [[address, name] as const];
    }),
  );
}

const encodeName = (name: string): Hex =>
  encodeFunctionData({ abi: ensResolverAbi, functionName: "name", args: [namehash(name)] });

const encodeResolve = (name: string): Hex =>
  encodeFunctionData({ abi: ensResolverAbi, functionName: "resolve", args: [dnsPacket(name), encodeName(name)] });

/** A name in DNS wire format (RFC 1035, 3.1): each label after its length, then an empty one. */
const dnsPacket = (name: string): Hex => {
  const labels = name.split(".").map((label) => Buffer.from(label));
  return toHex(Buffer.concat([...labels.flatMap((label) => [Buffer.of(label.length), label]), Buffer.of(0)]));
};

/** @returns "" for an invalid name. */
function decodeName(data: Hex): string {
  try {
    return decodeFunctionResult({ abi: ensResolverAbi, functionName: "name", data });
  } catch {
    return "";
  }
}

function decodeResolved(data: Hex): string {
  try {
    return decodeName(decodeFunctionResult({ abi: ensResolverAbi, functionName: "resolve", data }));
  } catch {
    return "";
  }
}
