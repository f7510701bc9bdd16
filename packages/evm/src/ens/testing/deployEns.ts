import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Abi, Address, Hex } from "viem";
import {
  createTestClient,
  encodeDeployData,
  http,
  labelhash,
  namehash,
  publicActions,
  walletActions,
  zeroHash,
} from "viem";
import { ENS_REGISTRY } from "../ensAbis.ts";

/** ENS on a test chain where anybody may send. */
export interface Ens {
  /** Default resolver of all names. */
  resolver: Address;
  /** Points a name of one or two labels to an address; with another resolver, or none. */
  giveName(this: void, name: string, address: Address, resolver?: Address): Promise<void>;
  /** Sets the address's reverse record. */
  claimName(this: void, address: Address, name: string): Promise<void>;
  /** Like claimName, through a resolver of the address's choice. */
  claimByResolver(this: void, address: Address, resolver: Address): Promise<void>;
  /** Sets the resolver of a name, whoever owns it. */
  setResolver(this: void, name: string, resolver: Address): Promise<void>;
}

const OPERATOR: Address = `0x${"0e".repeat(20)}`;

/**
 * Deploys ENS's own contracts, the registry at its Ethereum address. @param url - Of an anvil with auto-impersonation.
 */
export async function deployEns(url: string): Promise<Ens> {
  const [registry, registrar, resolver] = [
    loadArtifact("@ensdomains/ens", "build/contracts/ENSRegistry.json"),
    loadArtifact("@ensdomains/ens", "build/contracts/ReverseRegistrar.json"),
    loadArtifact("@chainlink/contracts", "abi/v0.4/PublicResolver.json"),
  ];
  const { client, send, deploy } = createSender(url);
  await client.setCode({ address: ENS_REGISTRY, bytecode: registry.bytecode });
  const { data: runtime = "0x" } = await client.call({ account: OPERATOR, to: ENS_REGISTRY });
  await send(OPERATOR, { to: ENS_REGISTRY }); // runs the constructor in place
  await client.setCode({ address: ENS_REGISTRY, bytecode: runtime });
  const resolverAt = await deploy(resolver, [ENS_REGISTRY]);
  const registrarAt = await deploy(registrar, [ENS_REGISTRY, resolverAt]);

  const inRegistry = (functionName: string, args: readonly unknown[], from = OPERATOR) =>
    send(from, { to: ENS_REGISTRY, abi: registry.abi, functionName, args });
  const inRegistrar = (functionName: string, args: readonly unknown[], from: Address) =>
    send(from, { to: registrarAt, abi: registrar.abi, functionName, args });
  /** Makes the operator the owner of a name and its parents. */
  const owned = new Set<string>();
  const own = async (name: string): Promise<void> => {
    if (owned.has(name)) return;
    owned.add(name);
    const [label = "", ...parents] = name.split(".");
    if (parents.length > 0) await own(parents.join("."));
    const above = parents.length > 0 ? namehash(parents.join(".")) : zeroHash;
    await inRegistry("setSubnodeOwner", [above, labelhash(label), OPERATOR]);
  };
  const setResolver = async (name: string, to: Address): Promise<void> => {
    await own(name);
    await inRegistry("setResolver", [namehash(name), to]);
  };
  await own("addr.reverse");
  await inRegistry("setSubnodeOwner", [namehash("reverse"), labelhash("addr"), registrarAt]);
  return {
    resolver: resolverAt,
    setResolver,
    giveName: async (name, address, to = resolverAt) => {
      await setResolver(name, to);
      const args = [namehash(name), address];
      await send(OPERATOR, { to: resolverAt, abi: resolver.abi, functionName: "setAddr", args });
    },
    claimName: (address, name) => inRegistrar("setName", [name], address),
    claimByResolver: (address, to) => inRegistrar("claimWithResolver", [address, to], address),
  };
}

interface Artifact {
  abi: Abi;
  bytecode: Hex;
}

interface Call {
  to: Address;
  abi?: Abi;
  functionName?: string;
  args?: readonly unknown[];
}

function createSender(url: string) {
  const transport = http(url);
  const client = createTestClient({ mode: "anvil", transport }).extend(publicActions).extend(walletActions);
  const funded = new Set<Address>();
  const fund = async (from: Address): Promise<void> => {
    if (!funded.has(from)) await client.setBalance({ address: from, value: 10n ** 24n });
    funded.add(from);
  };
  const finish = async (hash: Hex) => {
    for (;;) {
      const receipt = await client.getTransactionReceipt({ hash }).catch(() => undefined);
      if (receipt?.status === "reverted") throw new Error(`Transaction ${hash} failed`);
      if (receipt !== undefined) return receipt; // anvil returns from a transaction before its block is mined
    }
  };
  const send = async (from: Address, { to, abi, functionName, args = [] }: Call): Promise<void> => {
    await fund(from);
    const common = { account: from, chain: null, gas: 3_000_000n };
    const hash =
      abi === undefined || functionName === undefined
        ? await client.sendTransaction({ ...common, to })
        : await client.writeContract({ ...common, address: to, abi, functionName, args });
    await finish(hash);
  };
  const deploy = async ({ abi, bytecode }: Artifact, args: readonly unknown[]): Promise<Address> => {
    await fund(OPERATOR);
    const data = encodeDeployData({ abi, bytecode, args });
    const hash = await client.sendTransaction({ account: OPERATOR, chain: null, gas: 5_000_000n, data });
    return (await finish(hash)).contractAddress as Address;
  };
  return { client, send, deploy };
}

interface ArtifactFile {
  abi?: Abi;
  bytecode?: Hex;
  compilerOutput?: { abi: Abi; evm: { bytecode: { object: Hex } } };
}

function loadArtifact(packageName: string, file: string): Artifact {
  const folder = dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as Truffle and Chainlink write it
  const { abi, bytecode, compilerOutput } = JSON.parse(readFileSync(join(folder, file), "utf8")) as ArtifactFile;
  return {
    abi: compilerOutput?.abi ?? abi ?? [],
    bytecode: compilerOutput?.evm.bytecode.object ?? bytecode ?? "0x",
  };
}
