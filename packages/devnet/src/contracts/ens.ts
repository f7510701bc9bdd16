import { type Address, getAddress, labelhash, namehash } from "viem";
import { DEMO_NAME, DEMO_OWNER } from "../demoOwner.ts";
import { getCreationCode, loadArtifact } from "./artifact.ts";
import { type ContractSet, type SetUpCall, toCall } from "./contractSet.ts";
import { TREASURY } from "./treasury.ts";

const registry = loadArtifact("@ensdomains/ens", "build/contracts/ENSRegistry.json");
const reverseRegistrar = loadArtifact("@ensdomains/ens", "build/contracts/ReverseRegistrar.json");
const resolver = loadArtifact("@chainlink/contracts", "abi/v0.4/PublicResolver.json");

/** Mainnet addresses, from docs.ens.domains; of the resolver and the registrar those of 2020. */
const REGISTRY = getAddress("0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e");
const RESOLVER = getAddress("0x4976fb03c32e5b8cfe2b6ccb31c09ba78ebaba41");
const REVERSE_REGISTRAR = getAddress("0x084b1c3c81545d370f3634392de611caabff8148");

const REVERSE = "addr.reverse";

/** The demo owner's name, in both directions. Everybody may claim a reverse record; there is no sale of names. */
export const ens: ContractSet = {
  id: "ens",
  chains: ["eth"],
  listPlacements: () => [
    { address: REGISTRY, creation: getCreationCode(registry) },
    { address: RESOLVER, creation: getCreationCode(resolver, [REGISTRY]) },
  ],
  listLatePlacements: () => [
    { address: REVERSE_REGISTRAR, creation: getCreationCode(reverseRegistrar, [REGISTRY, RESOLVER]) },
  ],
  listSetUpCalls() {
    const [label = "", parent = ""] = DEMO_NAME.split(".");
    const ownLabel = DEMO_OWNER.slice(2).toLowerCase();
    return [
      ...listRecordCalls({ label, parent, functionName: "setAddr", value: DEMO_OWNER }),
      handOver("", "reverse", TREASURY),
      ...listRecordCalls({ label: ownLabel, parent: REVERSE, functionName: "setName", value: DEMO_NAME }),
      handOver("reverse", "addr", REVERSE_REGISTRAR),
    ];
  },
};

interface NameRecord {
  label: string;
  parent: string;
  functionName: "setAddr" | "setName";
  value: string;
}

/** Creates a name with a record, as the treasury, and gives it to the demo owner. */
function listRecordCalls({ label, parent, functionName, value }: NameRecord): SetUpCall[] {
  const node = namehash(`${label}.${parent}`);
  const [top = "", above = ""] = parent.split(".");
  return [
    handOver(above, top, TREASURY),
    handOver(parent, label, TREASURY),
    toCall(REGISTRY, registry.abi, "setResolver", [node, RESOLVER]),
    toCall(RESOLVER, resolver.abi, functionName, [node, value]),
    handOver(parent, label, DEMO_OWNER),
  ];
}

/** Sets the owner of a label below a name; "" is the root. */
const handOver = (parent: string, label: string, owner: Address): SetUpCall =>
  toCall(REGISTRY, registry.abi, "setSubnodeOwner", [namehash(parent), labelhash(label), owner]);
