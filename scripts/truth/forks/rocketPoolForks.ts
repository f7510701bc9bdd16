import { ZERO_ADDRESS } from "@portico/evm";
import { compileStandIn } from "./compileStandIn.ts";
import { installContract, installToken } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const UNIT = 10n ** 18n;

/** Stand-ins: no package ships the bytecode. An owner holds rETH, and is a node operator. */
export const rocketPoolForks: ForkScene = {
  family: "rocket-pool",
  async install(on, row) {
    const [stakedToken, nodesArtifact] = [compileStandIn("StakedTokenStandIn"), compileStandIn("RocketNodesStandIn")];
    const rpl = await installToken(on, roleOf(row, "rpl"), "RPL");
    const reth = await installContract(on, roleOf(row, "reth"), stakedToken, [ZERO_ADDRESS, (11n * UNIT) / 10n]);
    // the storage names itself as the contract of stakes, the manager emits the event
    const storage = await installContract(on, roleOf(row, "storage"), nodesArtifact);
    const manager = await installContract(on, roleOf(row, "nodeManager"), nodesArtifact);
    return {
      async use(owner) {
        await reth.write(ADMIN, "mint", [owner, 2n * UNIT]);
        await storage.write(owner, "register", [30n * UNIT, 4n * UNIT], 8n * UNIT);
        await manager.write(owner, "register", [0n, 0n]);
      },
      async readTruth(owner) {
        const worth = await reth.read<bigint>("getEthValue", [await reth.read("balanceOf", [owner])]);
        const [bonded, staked, unstaking] = await Promise.all(
          ["getNodeETHBonded", "getNodeStakedRPL", "getNodeUnstakingRPL"].map((view) =>
            storage.read<bigint>(view, [owner]),
          ),
        );
        return new Map([
          ["eth", worth + bonded!],
          [rpl.address, staked! + unstaking!],
        ]);
      },
    };
  },
};
