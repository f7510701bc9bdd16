import type { Address } from "@portico/evm";
import { compileStandIn } from "./compileStandIn.ts";
import { contractAt, installContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const UNIT = 10n ** 18n;
const DEBT_ONLY = 1;

type Debt = Record<"debt" | "accruedInterest" | "accruedFees", bigint>;

/**
 * GearboxStandIn.sol: no package ships the bytecode. An owner lends, and has credit accounts with both tokens. All chains'
 * rows name the same compressor: one fork.
 */
export const gearboxForks: ForkScene = {
  family: "gearbox",
  reduce: ({ addresses: { compressor }, ...row }) => ({ ...row, addresses: { compressor: compressor! } }),
  async install(on, row) {
    const [low, high] = on.tokens;
    const part = (name: string, at: Address) => contractAt(on, compileStandIn(name, "GearboxStandIn"), at);
    const compressor = await installContract(on, roleOf(row, "compressor"), compileStandIn("GearboxStandIn"));
    await compressor.write(ADMIN, "createMarket", [low, on.tokens]);
    const [listed] = await compressor.read<{ pool: Address }[]>("getPools");
    const [managed] = await compressor.read<Address[]>("getCreditManagers");
    const pool = part("GearboxPoolStandIn", listed!.pool);
    const manager = part("GearboxManagerStandIn", managed!);
    const facade = part("GearboxFacadeStandIn", await manager.read("creditFacade"));
    for (const token of on.tokens) await manager.write(ADMIN, "setPrice", [token, 10n ** 8n]);
    let opened = 0;
    const listAccounts = async (owner: Address) => {
      const query = { address: facade.address, abi: facade.abi, eventName: "OpenCreditAccount", fromBlock: 0n };
      const events = await on.client.getContractEvents({ ...query, args: { onBehalfOf: owner } });
      return events.map(({ args }) => (args as unknown as { creditAccount: Address }).creditAccount);
    };
    return {
      async use(owner) {
        await on.mint(low, owner, 6n * UNIT);
        await on.approve(low, owner, pool.address);
        await pool.write(owner, "deposit", [6n * UNIT, owner]);
        opened += 1;
        const account: Address = `0x${"ac".repeat(18)}${String(opened).padStart(4, "0")}`;
        await manager.write(owner, "open", [account, owner, 12n * UNIT, 2n]);
        await on.mint(low, account, UNIT);
        await on.mint(high, account, 15n * UNIT);
      },
      async readTruth(owner) {
        const shares = await pool.read<bigint>("balanceOf", [owner]);
        const sums = [shares === 0n ? 0n : await pool.read<bigint>("previewRedeem", [shares]), 0n];
        for (const account of await listAccounts(owner)) {
          const owed = await manager.read<Debt>("calcDebtAndCollateral", [account, DEBT_ONLY]);
          sums[0]! += (await on.balanceOf(low, account)) - owed.debt - owed.accruedInterest - owed.accruedFees;
          sums[1]! += await on.balanceOf(high, account);
        }
        return new Map(on.tokens.map((token, side) => [token, sums[side]!]));
      },
    };
  },
};
