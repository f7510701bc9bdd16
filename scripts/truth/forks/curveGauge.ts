import { ZERO_ADDRESS } from "@portico/evm";
import { getCreationCode, loadArtifact } from "@portico/devnet";
import type { CatalogueRow } from "@portico/protocols";
import { parseAbi } from "viem";
import { compileStandIn } from "./compileStandIn.ts";
import { contractOn, deployOn } from "./contractOn.ts";
import type { CurvePools } from "./curvePools.ts";
import { deployToken } from "./deployToken.ts";
import { ADMIN, roleOf, type Fork, type ForkChain } from "./forkScene.ts";
import { sumByToken } from "./sumByToken.ts";

const from = import.meta.resolve("@portico/protocols/package.json");
const load = (task: string, name: string) =>
  loadArtifact("@balancer-labs/v2-deployments", `dist/tasks/${task}/artifact/${name}.json`, {}, from);
const gaugeCreated = parseAbi(["event GaugeCreated(address indexed gauge)"]);
const UNIT = 10n ** 18n;

/** @balancer-labs' copies of Curve's controller and gauge: shares of the metapool, and a reward over a week. */
export async function installCurveGauge(on: ForkChain, row: CatalogueRow, pools: CurvePools): Promise<Fork> {
  const { chain, client, mint, approve, balanceOf } = on;
  const task = "20220325-gauge-controller";
  const emission = await deployToken(on, "EMIT");
  const reward = await deployToken(on, "EXTRA");
  const tokenAdmin = await deployOn(on, compileStandIn("TokenAdminStandIn"), [emission]);
  const artifact = load(task, "GaugeController");
  const controller = contractOn(on, artifact.abi, roleOf(row, "gaugeController"));
  await chain.install(controller.address, getCreationCode(artifact, [roleOf(row, "votingEscrow"), ADMIN]), ADMIN);
  const minter = await deployOn(on, load(task, "BalancerMinter"), [tokenAdmin.address, controller.address]);
  const gaugeArtifact = load("20220822-mainnet-gauge-factory-v2", "LiquidityGaugeV5");
  const template = await deployOn(on, gaugeArtifact, [minter.address, tokenAdmin.address, ADMIN]);
  const factoryArtifact = load("20220822-mainnet-gauge-factory-v2", "LiquidityGaugeFactory");
  const factory = await deployOn(on, factoryArtifact, [template.address]);
  await factory.write(ADMIN, "create", [pools.metapool, UNIT]);
  const [log] = await client.getContractEvents({ address: factory.address, abi: gaugeCreated, fromBlock: 0n });
  const gauge = contractOn(on, gaugeArtifact.abi, log?.args.gauge ?? ZERO_ADDRESS);
  await controller.write(ADMIN, "add_type", ["Ethereum", UNIT]);
  await controller.write(ADMIN, "add_gauge", [gauge.address, 0n, UNIT]);
  await mint(reward, ADMIN, 1_000n * UNIT);
  await approve(reward, ADMIN, gauge.address);
  await gauge.write(ADMIN, "add_reward", [reward, ADMIN]);
  await gauge.write(ADMIN, "deposit_reward_token", [reward, 1_000n * UNIT]);
  return {
    async use(owner) {
      await approve(pools.metapool, owner, gauge.address);
      await gauge.write(owner, "deposit", [(await balanceOf(pools.metapool, owner)) / 4n]);
    },
    async readTruth(owner) {
      const staked = await pools.readShare(await balanceOf(gauge.address, owner));
      const claimable = await gauge.view<bigint>("claimable_reward", [owner, reward]);
      return sumByToken([...staked, [reward, claimable]]);
    },
  };
}
