import { type Address } from "@portico/evm";
import { compileStandIn } from "./compileStandIn.ts";
import { contractAt, installContract, installToken, type ForkContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkChain, type ForkScene } from "./forkScene.ts";
import { sumByToken } from "./sumByToken.ts";

const UNIT = 10n ** 18n;
const BEACON: Address = "0xbeac0eeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeac0";
const compilePart = (name: string) => compileStandIn(name, "EigenLayerStandIn");

/**
 * Stand-ins: no package ships the bytecode. An owner restakes a token, bEIGEN and coins, and withdraws parts; all were
 * slashed.
 */
export const eigenlayerForks: ForkScene = {
  family: "eigenlayer",
  async install(on, row) {
    const [token, staked] = on.tokens;
    const core = await installContract(on, roleOf(row, "delegationManager"), compilePart("EigenLayerStandIn"));
    const of = [core.address];
    const manager = await installContract(
      on,
      roleOf(row, "strategyManager"),
      compilePart("StrategyManagerStandIn"),
      of,
    );
    const pods = await installContract(on, roleOf(row, "eigenPodManager"), compilePart("EigenPodManagerStandIn"), of);
    const eigen = await installToken(on, roleOf(row, "eigen"), "EIGEN");
    const strategyArtifact = compilePart("StrategyStandIn");
    const plain = await createStrategy(on, manager, token);
    const ofEigen = await installContract(on, roleOf(row, "eigenStrategy"), strategyArtifact, [staked]);
    await on.mint(token, plain.address, 10n * UNIT); // earned
    await core.write(ADMIN, "slash", [UNIT / 2n]);
    const strategies = new Map([
      [plain.address, { token, strategy: plain }],
      [ofEigen.address, { token: eigen.address, strategy: ofEigen }],
    ]);
    const toAmount = async (address: Address, rawShares: bigint): Promise<readonly [string, bigint]> => {
      const found = strategies.get(address.toLowerCase() as Address);
      if (found === undefined) return ["eth", rawShares];
      return [found.token, await found.strategy.read<bigint>("sharesToUnderlyingView", [rawShares])];
    };
    return {
      async use(owner) {
        for (const [asset, { address }] of [
          [token, plain],
          [staked, ofEigen],
        ] as const) {
          await on.mint(asset, owner, 40n * UNIT);
          await on.approve(asset, owner, manager.address);
          await manager.write(owner, "depositIntoStrategy", [address, 40n * UNIT]);
        }
        await pods.write(owner, "verifyValidator", [32n * UNIT]);
        const amounts = [8n * UNIT, 2n * UNIT];
        await core.write(owner, "queueWithdrawal", [[plain.address, BEACON], amounts]);
      },
      async readTruth(owner) {
        const [held] = await core.read<readonly [Address[], bigint[]]>("getDepositedShares", [owner]);
        const [shares] = await core.read<readonly [bigint[]]>("getWithdrawableShares", [owner, held]);
        const [withdrawals, queued] = await core.read<readonly [{ strategies: Address[] }[], bigint[][]]>(
          "getQueuedWithdrawals",
          [owner],
        );
        const all = [
          ...held.map((one, index) => [one, shares[index]!] as const),
          ...withdrawals.flatMap((one, at) =>
            one.strategies.map((from, index) => [from, queued[at]![index]!] as const),
          ),
        ];
        return sumByToken(await Promise.all(all.map(([address, rawShares]) => toAmount(address, rawShares))));
      },
    };
  },
};

async function createStrategy(on: ForkChain, manager: ForkContract, token: Address): Promise<ForkContract> {
  const call = { address: manager.address, abi: manager.abi, functionName: "createStrategy", args: [token] };
  const { result } = await on.client.simulateContract(call);
  await manager.write(ADMIN, "createStrategy", [token]);
  return contractAt(on, compilePart("StrategyStandIn"), String(result) as Address);
}
