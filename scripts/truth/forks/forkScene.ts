import { erc20Abi, type Address, type Rpc } from "@portico/evm";
import { loadArtifact, type Artifact, type BareChain } from "@portico/devnet";
import type { CatalogueRow } from "@portico/protocols";
import { parseAbi } from "viem";

/** A chain on which families install their forks. */
export interface ForkChain {
  readonly chain: BareChain;
  readonly client: Rpc;
  /** Plain tokens that `mint` creates, in the order of their addresses. */
  readonly tokens: readonly [Address, Address];
  readonly mint: (token: Address, to: Address, rawAmount: bigint) => Promise<void>;
  readonly approve: (token: Address, owner: Address, spender: Address) => Promise<void>;
  readonly balanceOf: (token: Address, owner: Address) => Promise<bigint>;
}

/** A fork of a family, at the addresses of a row of the catalogue. */
export interface Fork {
  /** Gives an owner a position, or more of it. */
  readonly use: (owner: Address) => Promise<void>;
  /** An owner's position, by direct calls of the fork's own contracts: base units by token, of 18 decimals; debts are negative. */
  readonly readTruth: (owner: Address) => Promise<ReadonlyMap<string, bigint>>;
}

/** How a family's forks are installed on a test's chain. A new family is a file and a row in `scenes.ts`. */
export interface ForkScene {
  /** As in the catalogue. */
  readonly family: string;
  /** Whether it can install a row, if not all of its family. */
  readonly accepts?: (row: CatalogueRow) => boolean;
  /** A row with only those of its addresses that are installed. */
  readonly reduce?: (row: CatalogueRow) => CatalogueRow;
  readonly install: (on: ForkChain, row: CatalogueRow) => Promise<Fork>;
}

export const ADMIN: Address = "0x0000000000000000000000000000000000000ad1";

const token: Artifact = loadArtifact(
  "@openzeppelin/contracts",
  "build/contracts/ERC20PresetMinterPauser.json",
  {},
  import.meta.resolve("@portico/protocols/package.json"),
);
const approveAbi = parseAbi(["function approve(address spender, uint256 value) returns (bool)"]);

export async function createForkChain(chain: BareChain, client: Rpc): Promise<ForkChain> {
  const made = [await chain.deploy(token, ["One", "ONE"], ADMIN), await chain.deploy(token, ["Two", "TWO"], ADMIN)];
  const [low, high] = made.toSorted();
  return {
    chain,
    client,
    tokens: [low!, high!],
    async mint(to, owner, rawAmount) {
      await chain.write(ADMIN, { to, abi: token.abi, functionName: "mint", args: [owner, rawAmount] });
    },
    async approve(to, owner, spender) {
      await chain.write(owner, { to, abi: approveAbi, functionName: "approve", args: [spender, 2n ** 255n] });
    },
    balanceOf: (address, owner) =>
      client.readContract({ address, abi: erc20Abi, functionName: "balanceOf", args: [owner] }),
  };
}

/** The only address of a role. */
export function roleOf({ id, addresses }: CatalogueRow, role: string): Address {
  const [address] = [addresses[role] ?? []].flat();
  if (address === undefined) throw new RangeError(`${id} has no ${role}`);
  return address;
}
