import type { Address } from "@portico/evm";
import { encodeAbiParameters, keccak256, parseAbiParameters } from "viem";
import { compileStandIn } from "./compileStandIn.ts";
import { installContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const UNIT = 10n ** 18n;
const LLTV = (UNIT * 86n) / 100n;
const paramTypes = parseAbiParameters("address, address, address, address, uint256");

/**
 * MorphoStandIn.sol; Morpho's own sources are compared in morphoBlue.long.test.ts. An owner lends in one market and
 * borrows in another: what withdrawing all pays, and what repaying all costs.
 */
export const morphoBlueForks: ForkScene = {
  family: "morpho-blue",
  async install(on, row) {
    const [low, high] = on.tokens;
    const morpho = await installContract(on, roleOf(row, "morpho"), compileStandIn("MorphoStandIn"));
    const { address } = morpho;
    const markets = ([on.tokens, [high, low]] as const).map(([loanToken, collateralToken]) => ({
      id: keccak256(encodeAbiParameters(paramTypes, [loanToken, collateralToken, address, address, LLTV])),
      params: { loanToken, collateralToken, oracle: address, irm: address, lltv: LLTV },
    }));
    const [lending, borrowing] = markets.map(({ params }) => params);
    for (const { params } of markets) await morpho.write(ADMIN, "createMarket", [params]);
    const fund = async (owner: Address) => {
      for (const token of on.tokens) {
        await on.mint(token, owner, 100n * UNIT);
        await on.approve(token, owner, address);
      }
    };
    await fund(ADMIN);
    await morpho.write(ADMIN, "supply", [borrowing, 50n * UNIT, ADMIN]);
    await morpho.write(ADMIN, "supplyCollateral", [lending, 9n * UNIT, ADMIN]);
    const simulateAs = async (account: Address, functionName: string, args: readonly unknown[]): Promise<bigint> => {
      const call = { account, address, abi: morpho.abi, functionName, args };
      const { result }: { result: bigint } = await on.client.simulateContract(call);
      return result;
    };
    return {
      async use(owner) {
        await fund(owner);
        await morpho.write(owner, "supply", [lending, 20n * UNIT, owner]);
        await morpho.write(owner, "supplyCollateral", [borrowing, 7n * UNIT, owner]);
        await morpho.write(owner, "borrow", [borrowing, 3n * UNIT, owner]);
        await morpho.write(ADMIN, "borrow", [lending, 4n * UNIT, ADMIN]);
      },
      async readTruth(owner) {
        const positions = await Promise.all(
          markets.map(({ id }) => morpho.read<[bigint, bigint, bigint]>("position", [id, owner])),
        );
        const [supplyShares = 0n, , , , borrowShares = 0n, collateral = 0n] = positions.flat();
        if (supplyShares === 0n) return new Map();
        const paid = await simulateAs(owner, "withdraw", [lending, supplyShares, owner]);
        const cost = await simulateAs(owner, "repay", [borrowing, borrowShares]);
        return new Map([
          [low, paid + collateral],
          [high, -cost],
        ]);
      },
    };
  },
};
