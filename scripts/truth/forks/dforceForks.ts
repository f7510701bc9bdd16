import type { Address } from "@portico/evm";
import { compileStandIn } from "./compileStandIn.ts";
import { deployContract, installContract, type ForkContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";
import { simulateCalls } from "./simulateCalls.ts";

const UNIT = 10n ** 18n;

/** DforceStandIn.sol: no package ships the bytecode. A supply earns the token that the owner owes. */
export const dforceForks: ForkScene = {
  family: "dforce",
  async install(on, row) {
    const [low, high] = on.tokens;
    const artifact = compileStandIn("DforceStandIn");
    const controller = await installContract(on, roleOf(row, "controller"), artifact, [high, UNIT / 1_000n]);
    await on.mint(high, controller.address, 10n ** 27n);
    const markets: ForkContract[] = [];
    const supply = async (owner: Address, side: 0 | 1, units: bigint) => {
      await on.mint(on.tokens[side], markets[side]!.address, units * UNIT);
      await markets[side]!.write(owner, "mint", [units * UNIT]);
    };
    for (const side of [0, 1] as const) {
      const args = [controller.address, on.tokens[side]];
      const market = await deployContract(on, compileStandIn("DforceTokenStandIn", "DforceStandIn"), args);
      await controller.write(ADMIN, "list", [market.address, UNIT, (UNIT * 8n) / 10n]);
      markets.push(market);
      await supply(ADMIN, side, 100n);
    }
    const [earning, owing] = markets as [ForkContract, ForkContract];
    return {
      async use(owner) {
        await supply(owner, 0, 7n);
        const entered = await controller.read<Address[]>("getEnteredMarkets", [owner]);
        if (entered.length === 0) await controller.write(owner, "enterMarkets", [[earning.address]]);
        await owing.write(owner, "borrow", [2n * UNIT]);
      },
      async readTruth(owner) {
        const token = { address: high, abi: earning.abi };
        const [supplied, owed, before, , after] = (await simulateCalls(on, [
          [earning, "balanceOfUnderlying", [owner]],
          [owing, "borrowBalanceCurrent", [owner]],
          [token, "balanceOf", [owner]],
          [controller, "claimReward", [[owner], [earning.address]]],
          [token, "balanceOf", [owner]],
        ])) as bigint[];
        return new Map([
          [low, supplied!],
          [high, after! - before! - owed!],
        ]);
      },
    };
  },
};
