import { ZERO_ADDRESS } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { loadArtifact } from "@portico/devnet";
import { encodeAbiParameters, maxUint256, parseAbiParameters } from "viem";
import type { Lab } from "./lab.ts";
import { simulate } from "./simulate.ts";
import { anyTokenAbi, contractAt, deployContract } from "./testContract.ts";
import type { TestContract } from "./testContract.ts";

const load = (task: string, name: string) =>
  loadArtifact("@balancer-labs/v2-deployments", `dist/tasks/${task}/artifact/${name}.json`, {}, import.meta.url);

const POOL_CREATED = "0x83a48fbcfc991335314e74d0496aab6a1987e992ddc85dddbcc4d6dd6ef2e9fc";
/** Seconds in which pools can be paused: the longest allowed. */
const [PAUSE, BUFFER] = [90n * 86_400n, 30n * 86_400n];

export interface BalancerV2Lab {
  vault: TestContract;
  /** In halves. */
  createWeighted(tokens: readonly Address[]): Promise<Address>;
  createStable(tokens: readonly Address[]): Promise<Address>;
  /** The first deposit: amounts by token. */
  join(pool: Address, owner: Address, amounts: ReadonlyMap<Address, bigint>): Promise<void>;
  /** What leaving with a share pays, by token. */
  queryExit(pool: Address, owner: Address, share: bigint, kind: "stable" | "weighted"): Promise<Map<Address, bigint>>;
}

/** The vault and its pools of February 2023. */
export async function deployBalancerV2(lab: Lab, deployer: Address): Promise<BalancerV2Lab> {
  const vault = await deployContract(lab, load("20210418-vault", "Vault"), [deployer, ZERO_ADDRESS, PAUSE, BUFFER]);
  const helpers = await deployContract(lab, load("20210418-vault", "BalancerHelpers"), [vault.address]);
  const provider = load("20220725-protocol-fee-percentages-provider", "ProtocolFeePercentagesProvider");
  const fees = await lab.deploy(provider, [vault.address, 10n ** 18n, 10n ** 18n]);
  const args = [vault.address, fees, "", ""];
  const weighted = await deployContract(lab, load("20230206-weighted-pool-v3", "WeightedPoolFactory"), args);
  const stableTask = "20230206-composable-stable-pool-v3";
  const stable = await deployContract(lab, load(stableTask, "ComposableStablePoolFactory"), args);
  const poolAbi = load(stableTask, "ComposableStablePool").abi;

  const create = async (factory: TestContract, createArgs: readonly unknown[]): Promise<Address> => {
    await factory.write(deployer, "create", createArgs);
    const filter = { address: factory.address, fromBlock: "0x0", toBlock: "latest", topics: [POOL_CREATED] };
    const logs = await lab.rpc.call<{ topics: Hex[] }[]>("eth_getLogs", [filter]);
    return `0x${logs.at(-1)?.topics[1]?.slice(26) ?? ""}`;
  };
  const readTokens = async (pool: Address) => {
    const poolId = await contractAt(lab, poolAbi, pool).view<Hex>("getPoolId");
    const [tokens] = await vault.view<readonly [readonly Address[]]>("getPoolTokens", [poolId]);
    return { poolId, tokens };
  };
  const FEE = 10n ** 15n;
  return {
    vault,
    createWeighted: (tokens) =>
      create(weighted, [
        "Weighted",
        "W",
        tokens,
        tokens.map(() => 10n ** 18n / BigInt(tokens.length)),
        tokens.map(() => ZERO_ADDRESS),
        FEE,
        deployer,
      ]),
    createStable: (tokens) =>
      create(stable, [
        "Stable",
        "S",
        tokens,
        100n,
        tokens.map(() => ZERO_ADDRESS),
        tokens.map(() => 0n),
        tokens.map(() => false),
        FEE,
        deployer,
      ]),
    async join(pool, owner, amounts) {
      const { poolId, tokens } = await readTokens(pool);
      const rawAmounts = tokens.map((token) => amounts.get(token.toLowerCase() as Address) ?? 0n);
      for (const [index, token] of tokens.entries()) {
        const approval = {
          to: token,
          abi: anyTokenAbi,
          functionName: "approve",
          args: [vault.address, rawAmounts[index]],
        };
        if (token.toLowerCase() !== pool) await lab.write(owner, approval);
      }
      const data = encodeAbiParameters(parseAbiParameters("uint256, uint256[]"), [0n, rawAmounts]);
      await vault.write(owner, "joinPool", [poolId, owner, owner, [tokens, tokens.map(() => maxUint256), data, false]]);
    },
    async queryExit(pool, owner, share, kind) {
      const { poolId, tokens } = await readTokens(pool);
      const data = encodeAbiParameters(parseAbiParameters("uint256, uint256"), [kind === "stable" ? 2n : 1n, share]);
      const request = [tokens, tokens.map(() => 0n), data, false];
      const [paid] = await simulate(lab, [[helpers, "queryExit", [poolId, owner, owner, request]]]);
      const [, amounts] = paid as readonly [bigint, readonly bigint[]];
      return new Map(tokens.map((token, index) => [token.toLowerCase() as Address, amounts[index] ?? 0n]));
    },
  };
}
