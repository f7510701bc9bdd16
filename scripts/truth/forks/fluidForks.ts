import { ZERO_ADDRESS, type Address } from "@portico/evm";
import { compileStandIn } from "./compileStandIn.ts";
import { contractAt, installContract, type ForkContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkChain, type ForkScene } from "./forkScene.ts";

const UNIT = 10n ** 18n;
const [PLAIN, SMART, DEX]: Address[] = [1, 2, 3].map((at): Address => `0x${"f".repeat(39)}${String(at)}`);
/** What shares of the exchange are of both tokens: those supplied, then those owed. */
const RATES = [UNIT / 2n, UNIT + 7n, UNIT / 4n + 3n, UNIT / 3n] as const;
/** Of a loan: what is supplied, and what is owed. */
const [SUPPLY_WORD, BORROW_WORD] = [9, 10] as const;

/**
 * FluidStandIn.sol: no package ships the bytecode. An owner has a lending token, a loan, and one whose collateral and debt
 * are shares of an exchange. All chains' rows name the same factory: one fork.
 */
export const fluidForks: ForkScene = {
  family: "fluid",
  async install(on, row) {
    const [low, high] = on.tokens;
    const part = (name: string) => compileStandIn(name, "FluidStandIn");
    const factory = await installContract(on, roleOf(row, "vaultFactory"), part("FluidStandIn"));
    for (const role of ["vaultResolver", "dexResolver"])
      await installContract(on, roleOf(row, role), part("FluidResolverStandIn"), [factory.address]);
    const lending = await installContract(on, roleOf(row, "lendingFactory"), part("FluidLendingStandIn"));
    const resolver = contractAt(on, part("FluidStandIn"), roleOf(row, "vaultResolver"));
    await lending.write(ADMIN, "createToken", [high]);
    const [created] = await lending.read<Address[]>("allTokens");
    const token = contractAt(on, part("FluidTokenStandIn"), created!);
    const terms = { liquidationThreshold: 9_000n, oraclePrice: 10n ** 27n };
    const plain = { vault: PLAIN, isSmartCol: false, isSmartDebt: false, supply: ZERO_ADDRESS, borrow: ZERO_ADDRESS };
    const single = { supplyToken: [low, ZERO_ADDRESS], borrowToken: [high, ZERO_ADDRESS] };
    await factory.write(ADMIN, "addVault", [{ ...plain, ...single, ...terms }]);
    const smart = { vault: SMART, isSmartCol: true, isSmartDebt: true, supply: DEX, borrow: DEX };
    await factory.write(ADMIN, "addVault", [{ ...smart, supplyToken: on.tokens, borrowToken: on.tokens, ...terms }]);
    await factory.write(ADMIN, "setDex", [DEX, RATES]);
    return {
      async use(owner) {
        await factory.write(owner, "operate", [0n, 10n * UNIT, 3n * UNIT]);
        await factory.write(owner, "operate", [1n, 40n * UNIT, 8n * UNIT]);
        await on.mint(high, owner, 9n * UNIT);
        await on.approve(high, owner, token.address);
        await token.write(owner, "deposit", [9n * UNIT, owner]);
      },
      async readTruth(owner) {
        const sums = [0n, await token.read<bigint>("convertToAssets", [await token.read("balanceOf", [owner])])];
        for (const id of await listLoans(on, factory, owner)) {
          const [loan, vault] = await resolver.read<[bigint[], bigint[]]>("positionByNftId", [id]);
          const [supplied, owed] = [loan[SUPPLY_WORD]!, loan[BORROW_WORD]!];
          const isPlain = vault[0] === BigInt(PLAIN!);
          const amounts = isPlain ? [supplied, -owed] : [0, 1].map((side) => toNet(side, supplied, owed));
          for (const [side, amount] of amounts.entries()) sums[side]! += amount;
        }
        return new Map(on.tokens.map((at, side) => [at, sums[side]!]));
      },
    };
  },
};

/** The NFTs that an owner got, by their events. */
async function listLoans({ client }: ForkChain, { address, abi }: ForkContract, owner: Address): Promise<bigint[]> {
  const events = await client.getContractEvents({
    address,
    abi,
    eventName: "Transfer",
    args: { to: owner },
    fromBlock: 0n,
  });
  return events.map(({ args }) => (args as unknown as { tokenId: bigint }).tokenId);
}

/** Shares of the exchange in one of its tokens; those that are owed are rounded up. */
const toNet = (side: number, supplied: bigint, owed: bigint): bigint =>
  (supplied * RATES[side]!) / UNIT - (owed * RATES[2 + side]! + UNIT - 1n) / UNIT;
