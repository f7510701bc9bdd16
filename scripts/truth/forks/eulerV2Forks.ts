import type { Address } from "@portico/evm";
import { encodeFunctionData } from "viem";
import { compileStandIn } from "./compileStandIn.ts";
import { contractAt, installContract, type ForkContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const UNIT = 10n ** 18n;

/** EulerStandIn.sol: no package ships the bytecode. An owner lends, and borrows the same asset with a sub-account. */
export const eulerV2Forks: ForkScene = {
  family: "euler-v2",
  /** The factory lists the vaults that governance has admitted, too. */
  reduce(row) {
    const factory = roleOf(row, "vaultFactory");
    return { ...row, addresses: { vaultFactory: factory, perspective: factory } };
  },
  async install(on, row) {
    const part = (name: string, at: Address) => contractAt(on, compileStandIn(name, "EulerStandIn"), at);
    const factory = await installContract(on, roleOf(row, "vaultFactory"), compileStandIn("EulerStandIn"));
    const evc = part("EulerConnectorStandIn", await factory.read("evc"));
    const [low, high] = on.tokens;
    for (const token of on.tokens) await factory.write(ADMIN, "createVault", [token]);
    const list = await factory.read<Address[]>("getProxyListSlice", [0n, 2n]);
    for (const vault of list) await factory.write(ADMIN, "verify", [vault]);
    const [lender, secured] = list.map((at) => part("EulerVaultStandIn", at)) as [ForkContract, ForkContract];
    for (const vault of [lender, secured]) await vault.write(ADMIN, "setPrice", [UNIT]);
    await lender.write(ADMIN, "setLtv", [secured.address, 9_000n]);
    const deposit = async (vault: ForkContract, token: Address, owner: Address, receiver: Address) => {
      await on.mint(token, owner, 50n * UNIT);
      await on.approve(token, owner, vault.address);
      await vault.write(owner, "deposit", [50n * UNIT, receiver]);
    };
    await deposit(lender, low, ADMIN, ADMIN);
    const worth = async (vault: ForkContract, account: Address) =>
      vault.read<bigint>("convertToAssets", [await vault.read<bigint>("balanceOf", [account])]);
    return {
      async use(owner) {
        const account = toSubAccount(owner);
        await deposit(lender, low, owner, owner);
        await deposit(secured, high, owner, account);
        if ((await evc.read<Address[]>("getControllers", [account])).length === 0) {
          await evc.write(owner, "enableCollateral", [account, secured.address]);
          await evc.write(owner, "enableController", [account, lender.address]);
        }
        const borrow = { abi: lender.abi, functionName: "borrow", args: [20n * UNIT, owner] };
        await evc.write(owner, "call", [lender.address, account, encodeFunctionData(borrow)]);
      },
      async readTruth(owner) {
        const account = toSubAccount(owner);
        const debt = await lender.read<bigint>("debtOf", [account]);
        return new Map([
          [low, (await worth(lender, owner)) - debt],
          [high, await worth(secured, account)],
        ]);
      },
    };
  },
};

/** Beyond those that interfaces number first. */
const toSubAccount = (owner: Address): Address => {
  const index = Number.parseInt(owner.slice(-2), 16) ^ 200;
  return `0x${owner.slice(2, -2)}${index.toString(16).padStart(2, "0")}`;
};
