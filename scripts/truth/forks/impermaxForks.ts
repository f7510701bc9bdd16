import type { Address } from "@portico/evm";
import { compileStandIn } from "./compileStandIn.ts";
import { contractAt, installContract, type ForkContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";
import { simulateCalls } from "./simulateCalls.ts";

const UNIT = 10n ** 18n;

/** ImpermaxStandIn.sol: no package ships the bytecode. An owner lends one token, and borrows both against the pair. */
export const impermaxForks: ForkScene = {
  family: "impermax",
  async install(on, row) {
    const [low, high] = on.tokens;
    const factory = await installContract(on, roleOf(row, "factory"), compileStandIn("ImpermaxStandIn"));
    await factory.write(ADMIN, "create", [low, low, high]);
    const [, , secured, ...lent] = await factory.read<[boolean, number, Address, Address, Address]>("getLendingPool", [
      low,
    ]);
    const at = (address: Address, name: string) => contractAt(on, compileStandIn(name, "ImpermaxStandIn"), address);
    const collateral = at(secured, "CollateralStandIn");
    const pools = lent.map((address) => at(address, "BorrowableStandIn")) as [ForkContract, ForkContract];
    const deposit = async (owner: Address, token: Address, pool: ForkContract) => {
      await on.mint(token, pool.address, 30n * UNIT);
      await pool.write(owner, "mint", [30n * UNIT]);
    };
    for (const [side, pool] of pools.entries()) await deposit(ADMIN, on.tokens[side]!, pool);
    return {
      async use(owner) {
        await deposit(owner, low, collateral);
        await deposit(owner, high, pools[1]);
        await pools[0].write(owner, "borrow", [5n * UNIT]);
        await pools[1].write(owner, "borrow", [4n * UNIT]);
      },
      async readTruth(owner) {
        const shares = await Promise.all([collateral, pools[1]].map((pool) => pool.read<bigint>("balanceOf", [owner])));
        const [securedRate, lentRate, , ...debts] = (await simulateCalls(on, [
          [collateral, "exchangeRate"],
          [pools[1], "exchangeRate"],
          [pools[0], "accrueInterest"],
          [pools[0], "borrowBalance", [owner]],
          [pools[1], "borrowBalance", [owner]],
        ])) as bigint[];
        return new Map([
          [low, (shares[0]! * securedRate!) / UNIT - debts[0]!],
          [high, (shares[1]! * lentRate!) / UNIT - debts[1]!],
        ]);
      },
    };
  },
};
