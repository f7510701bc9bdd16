import { getCreationCode } from "@portico/devnet";
import type { CatalogueRow } from "@portico/protocols";
import { compileStandIn } from "./compileStandIn.ts";
import { contractAt } from "./forkContract.ts";
import { ADMIN, roleOf, type Fork, type ForkChain } from "./forkScene.ts";

const UNIT = 10n ** 18n;

/** LockerStandIn.sol, of Convex or Aura: locks, which all pay a reward of 7 base units. */
export async function installLocker(on: ForkChain, row: CatalogueRow): Promise<Fork> {
  const { chain, mint, approve } = on;
  const [, token] = on.tokens;
  const artifact = compileStandIn(row.variant === "aura" ? "AuraLockerStandIn" : "LockerStandIn", "LockerStandIn");
  const locker = contractAt(on, artifact, roleOf(row, "locker"));
  await chain.install(locker.address, getCreationCode(artifact, [token]));
  return {
    async use(owner) {
      await mint(token, owner, 10n * UNIT);
      await approve(token, owner, locker.address);
      await locker.write(owner, "lock", [owner, 10n * UNIT]);
    },
    async readTruth(owner) {
      const [rawLocked] = await locker.read<readonly [bigint]>("lockedBalances", [owner]);
      const [reward] = await locker.read<readonly [{ amount: bigint }]>("claimableRewards", [owner]);
      return new Map(rawLocked === 0n ? [] : [[token, rawLocked + reward.amount]]);
    },
  };
}

/** StakedCvxCrvStandIn.sol: a token for a stake, with a reward in the token that is staked. */
export async function installWrapper(on: ForkChain, row: CatalogueRow): Promise<Fork> {
  const { chain, client, mint, approve, balanceOf } = on;
  const [, token] = on.tokens;
  const artifact = compileStandIn("StakedCvxCrvStandIn");
  const { abi } = artifact;
  const wrapper = contractAt(on, { abi }, roleOf(row, "wrapper"));
  await chain.install(wrapper.address, getCreationCode(artifact, [token]));
  return {
    async use(owner) {
      await mint(token, owner, 4n * UNIT);
      await approve(token, owner, wrapper.address);
      await wrapper.write(owner, "stake", [4n * UNIT, owner]);
      await wrapper.write(ADMIN, "owe", [owner, 3n * UNIT]);
    },
    async readTruth(owner) {
      const call = { address: wrapper.address, abi, functionName: "earned", args: [owner] };
      const { result } = await client.simulateContract(call);
      const [earned] = result as readonly [{ amount: bigint }];
      return new Map([[token, (await balanceOf(wrapper.address, owner)) + earned.amount]]);
    },
  };
}
