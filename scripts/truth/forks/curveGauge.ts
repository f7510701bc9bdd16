import { ZERO_ADDRESS, type Address, type Hex } from "@portico/evm";
import { getCreationCode, loadArtifact } from "@portico/devnet";
import type { CatalogueRow } from "@portico/protocols";
import { concat, parseAbi } from "viem";
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

/**
 * @balancer-labs' copies of Curve's controller and gauge: shares of the metapool, with a reward over a week, and in a
 * gauge that only the table names, as Curve's first ones.
 */
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
  const first = contractOn(on, gaugeArtifact.abi, roleOf(row, "gauge"));
  await chain.setCode(first.address, toProxy(template.address));
  await first.write(ADMIN, "initialize", [pools.metapool, UNIT]);
  await mint(reward, ADMIN, 1_000n * UNIT);
  await approve(reward, ADMIN, gauge.address);
  await gauge.write(ADMIN, "add_reward", [reward, ADMIN]);
  await gauge.write(ADMIN, "deposit_reward_token", [reward, 1_000n * UNIT]);
  return {
    async use(owner) {
      const part = (await balanceOf(pools.metapool, owner)) / 4n;
      for (const one of [gauge, first]) {
        await approve(pools.metapool, owner, one.address);
        await one.write(owner, "deposit", [part]);
      }
    },
    async readTruth(owner) {
      const held = await Promise.all([gauge, first].map(({ address }) => balanceOf(address, owner)));
      const staked = (await Promise.all(held.map((share) => pools.readShare(share)))).flat();
      const claimable = await gauge.view<bigint>("claimable_reward", [owner, reward]);
      return sumByToken([...staked, [reward, claimable]]);
    },
  };
}

/** @see https://eips.ethereum.org/EIPS/eip-1167 */
const toProxy = (target: Address): Hex =>
  concat(["0x363d3d373d3d3d363d73", target, "0x5af43d82803e903d91602b57fd5bf3"]);
