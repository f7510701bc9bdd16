import { ZERO_ADDRESS, type Address, type Hex } from "@portico/evm";
import { getCreationCode, loadArtifact, type Artifact } from "@portico/devnet";
import { encodeAbiParameters, maxUint256, parseAbi, parseAbiParameters } from "viem";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const from = import.meta.resolve("@portico/protocols/package.json");
const load = (path: string): Artifact =>
  loadArtifact("@balancer-labs/v2-deployments", `dist/tasks/${path}.json`, {}, from);
const vaultArtifact = load("20210418-vault/artifact/Vault");
const feesArtifact = load("20220725-protocol-fee-percentages-provider/artifact/ProtocolFeePercentagesProvider");
const factoryArtifact = load("20230206-weighted-pool-v3/artifact/WeightedPoolFactory");
const poolAbi = parseAbi([
  "event PoolCreated(address indexed pool)",
  "function getPoolId() view returns (bytes32)",
  "function getActualSupply() view returns (uint256)",
]);
const vaultAbi = parseAbi([
  "function getPoolTokens(bytes32 poolId) view returns (address[] tokens, uint256[] balances, uint256 lastChangeBlock)",
]);
const UNIT = 10n ** 18n;
const AMOUNTS = [3n * UNIT, 5n * UNIT];

/** The vault of @balancer-labs/v2-deployments with a weighted pool: a share is worth what leaving pays. */
export const balancerV2Forks: ForkScene = {
  family: "balancer-v2",
  async install({ chain, client, tokens, mint, approve, balanceOf }, row) {
    const vault = roleOf(row, "vault");
    await chain.install(vault, getCreationCode(vaultArtifact, [ADMIN, ZERO_ADDRESS, 0n, 0n]));
    const fees = await chain.deploy(feesArtifact, [vault, UNIT, UNIT]);
    const factory = await chain.deploy(factoryArtifact, [vault, fees, "", ""]);
    const halves = [UNIT / 2n, UNIT / 2n];
    const providers = [ZERO_ADDRESS, ZERO_ADDRESS];
    await chain.write(ADMIN, {
      to: factory,
      abi: factoryArtifact.abi,
      functionName: "create",
      args: ["Weighted", "W", tokens, halves, providers, 10n ** 15n, ADMIN],
    });
    const logs = await client.getContractEvents({ address: factory, abi: poolAbi, fromBlock: 0n });
    const pool = logs[0]!.args.pool!.toLowerCase() as Address;
    const poolId = await client.readContract({ address: pool, abi: poolAbi, functionName: "getPoolId" });
    const join = async (owner: Address, data: Hex): Promise<void> => {
      for (const [side, token] of tokens.entries()) {
        await mint(token, owner, AMOUNTS[side]!);
        await approve(token, owner, vault);
      }
      const request = [tokens, [maxUint256, maxUint256], data, false];
      const args = [poolId, owner, owner, request];
      await chain.write(owner, { to: vault, abi: vaultArtifact.abi, functionName: "joinPool", args });
    };
    await join(ADMIN, encodeAbiParameters(parseAbiParameters("uint256, uint256[]"), [0n, AMOUNTS]));
    return {
      use: (owner) =>
        join(owner, encodeAbiParameters(parseAbiParameters("uint256, uint256[], uint256"), [1n, AMOUNTS, 0n])),
      async readTruth(owner) {
        const supply = await client.readContract({ address: pool, abi: poolAbi, functionName: "getActualSupply" });
        const ratio = ((await balanceOf(pool, owner)) * UNIT) / supply;
        const call = { address: vault, abi: vaultAbi, functionName: "getPoolTokens", args: [poolId] } as const;
        const [, balances] = await client.readContract(call);
        return new Map(tokens.map((token, side) => [token, (balances[side]! * ratio) / UNIT]));
      },
    };
  },
};
