import { getCreationCode, loadArtifact } from "@portico/devnet";
import { labelhash, namehash, zeroHash } from "viem";
import type { Address } from "viem";
import { expect, test } from "vitest";
import { findDeployedAt } from "../deployed.ts";
import { startLab } from "../testing/lab.ts";
import { deployContract, contractAt } from "../testing/testContract.ts";
import { decodeInteractions } from "../interactions.ts";
import { ens } from "./ens.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const load = (name: string) => loadArtifact("@ensdomains/ens", `build/contracts/${name}.json`, {}, import.meta.url);

test("the owner of a name has no position, and the registry is known by its address", async () => {
  const contracts = ens.deployments["eth"]!;
  const lab = await startLab();
  try {
    const artifact = load("ENSRegistry");
    await lab.install(contracts.registry, getCreationCode(artifact), ALICE);
    const registry = contractAt(lab, artifact.abi, contracts.registry);
    const registrar = await deployContract(lab, load("FIFSRegistrar"), [registry.address, namehash("eth")]);
    await registry.write(ALICE, "setSubnodeOwner", [zeroHash, labelhash("eth"), registrar.address]);
    await registrar.write(BOB, "register", [labelhash("bob"), BOB]);
    expect(await registry.view<Address>("owner", [namehash("bob.eth")])).toMatch(new RegExp(BOB, "i"));

    expect(await lab.listPositions(ens, contracts, BOB)).toEqual({ positions: [], stages: 0 });
    expect(await lab.listPools(ens, contracts)).toEqual([]);
    const logs = await lab.client.getLogs({ fromBlock: 0n });
    expect(logs.length).toBeGreaterThan(1);
    expect(logs.flatMap((log) => decodeInteractions("eth", log))).toEqual([]);
  } finally {
    await lab.stop();
  }
});

test("its contracts belong to ENS on Ethereum, and to no protocol elsewhere", () => {
  for (const address of Object.values(ens.deployments["eth"]!).flat()) {
    expect(address).toMatch(/^0x[0-9a-f]{40}$/);
    expect(findDeployedAt("eth", address as Address)?.id).toBe("ens");
    expect(findDeployedAt("base", address as Address)?.id).toBeUndefined();
  }
});
