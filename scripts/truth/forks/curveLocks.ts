import type { Address } from "@portico/evm";
import { getCreationCode, loadArtifact } from "@portico/devnet";
import type { CatalogueRow } from "@portico/protocols";
import { compileStandIn } from "./compileStandIn.ts";
import { contractAt } from "./forkContract.ts";
import { ADMIN, roleOf, type Fork, type ForkChain } from "./forkScene.ts";

const artifact = loadArtifact(
  "@balancer-labs/v2-deployments",
  "dist/tasks/20220325-gauge-controller/artifact/VotingEscrow.json",
  {},
  import.meta.resolve("@portico/protocols/package.json"),
);
const UNIT = 10n ** 18n;
const LOCKING_SECONDS = 200n * 86_400n;

/** @balancer-labs' copy of Curve's VotingEscrow: a lock until its end, with a stand-in's fees. */
export async function installCurveLocks(on: ForkChain, row: CatalogueRow): Promise<Fork> {
  const { chain, client, tokens, mint, approve } = on;
  const [fee, token] = tokens;
  const escrow = contractAt(on, artifact, roleOf(row, "votingEscrow"));
  await chain.install(escrow.address, getCreationCode(artifact, [token, "Locked", "ve", ADMIN]), ADMIN);
  const distributorArtifact = compileStandIn("FeeDistributorStandIn");
  const distributor = contractAt(on, distributorArtifact, roleOf(row, "feeDistributor"));
  await chain.install(distributor.address, getCreationCode(distributorArtifact, [fee]));
  await mint(fee, distributor.address, 1_000n * UNIT);
  const readLocked = async (owner: Address) => (await escrow.read<{ amount: bigint }>("locked", [owner])).amount;
  return {
    async use(owner) {
      await mint(token, owner, 9n * UNIT);
      await approve(token, owner, escrow.address);
      const { timestamp } = await client.getBlock();
      if ((await readLocked(owner)) > 0n) await escrow.write(owner, "increase_amount", [9n * UNIT]);
      else await escrow.write(owner, "create_lock", [9n * UNIT, timestamp + LOCKING_SECONDS]);
      await distributor.write(ADMIN, "owe", [owner, UNIT]);
    },
    async readTruth(owner) {
      const { address, abi } = distributor;
      const { result } = await client.simulateContract({ address, abi, functionName: "claim", args: [owner] });
      return new Map([
        [token, await readLocked(owner)],
        [fee, result as bigint],
      ]);
    },
  };
}
