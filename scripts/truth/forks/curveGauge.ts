import { ZERO_ADDRESS, type Address, type Hex } from "@portico/evm";
import { getCreationCode, loadArtifact } from "@portico/devnet";
import type { CatalogueRow } from "@portico/protocols";
import { concat, parseAbi } from "viem";
import { compileStandIn } from "./compileStandIn.ts";
import { type ForkContract, contractAt, deployContract, deployToken } from "./forkContract.ts";
import type { CurvePools } from "./curvePools.ts";
import { ADMIN, roleOf, type Fork, type ForkChain } from "./forkScene.ts";
import { sumByToken } from "./sumByToken.ts";

const from = import.meta.resolve("@portico/protocols/package.json");
const load = (task: string, name: string) =>
  loadArtifact("@balancer-labs/v2-deployments", `dist/tasks/${task}/artifact/${name}.json`, {}, from);
const artifacts = {
  escrow: load("20220325-gauge-controller", "VotingEscrow"),
  controller: load("20220325-gauge-controller", "GaugeController"),
  minter: load("20220325-gauge-controller", "BalancerMinter"),
  gauge: load("20220822-mainnet-gauge-factory-v2", "LiquidityGaugeV5"),
  factory: load("20220822-mainnet-gauge-factory-v2", "LiquidityGaugeFactory"),
};
const gaugeCreated = parseAbi(["event GaugeCreated(address indexed gauge)"]);
const UNIT = 10n ** 18n;

/**
 * @balancer-labs' copies of Curve's controller and gauge: shares of the metapool, with a reward over a week. The row's
 * controller lists the gauge, or its factory.
 */
export async function installCurveGauge(on: ForkChain, row: CatalogueRow, pools: CurvePools): Promise<Fork> {
  const { mint, approve } = on;
  const template = await deployTemplate(on, row);
  const { factory: gaugeFactory, gauge: gaugeArtifact } = artifacts;
  const factory = await deployContract(on, gaugeFactory, [template]);
  await factory.write(ADMIN, "create", [pools.metapool, UNIT]);
  const events = { address: factory.address, abi: gaugeCreated, fromBlock: 0n };
  const [log] = await on.client.getContractEvents(events);
  const gauge = contractAt(on, gaugeArtifact, log?.args.gauge ?? ZERO_ADDRESS);
  await listGauge(on, row, gauge.address);
  const reward = (await deployToken(on, "EXTRA")).address;
  await mint(reward, ADMIN, 1_000n * UNIT);
  await approve(reward, ADMIN, gauge.address);
  await gauge.write(ADMIN, "add_reward", [reward, ADMIN]);
  await gauge.write(ADMIN, "deposit_reward_token", [reward, 1_000n * UNIT]);
  const gauges = [gauge];
  if (row.addresses["gauge"] !== undefined) gauges.push(await installFirst(on, row, { template, pools }));
  return {
    async use(owner) {
      const part = (await on.balanceOf(pools.metapool, owner)) / 4n;
      for (const one of gauges) {
        await approve(pools.metapool, owner, one.address);
        await one.write(owner, "deposit", [part]);
      }
    },
    async readTruth(owner) {
      const held = await Promise.all(gauges.map(({ address }) => on.balanceOf(address, owner)));
      const staked = (await Promise.all(held.map((share) => pools.readShare(share)))).flat();
      return sumByToken([...staked, [reward, await gauge.read<bigint>("claimable_reward", [owner, reward])]]);
    },
  };
}

/** With a controller: the row's, or else one that no row names. */
async function deployTemplate(on: ForkChain, row: CatalogueRow): Promise<Address> {
  const emission = (await deployToken(on, "EMIT")).address;
  const tokenAdmin = await deployContract(on, compileStandIn("TokenAdminStandIn"), [emission]);
  const controller = await findController(on, row, emission);
  const minter = await deployContract(on, artifacts.minter, [tokenAdmin.address, controller]);
  return (await deployContract(on, artifacts.gauge, [minter.address, tokenAdmin.address, ADMIN])).address;
}

async function findController(on: ForkChain, row: CatalogueRow, emission: Address): Promise<Address> {
  if (row.addresses["gaugeController"] === undefined) {
    const escrow = await deployContract(on, artifacts.escrow, [emission, "Locked", "ve", ADMIN]);
    return (await deployContract(on, artifacts.controller, [escrow.address, ADMIN])).address;
  }
  const controller = roleOf(row, "gaugeController");
  const creation = getCreationCode(artifacts.controller, [roleOf(row, "votingEscrow"), ADMIN]);
  await on.chain.install(controller, creation, ADMIN);
  return controller;
}

async function listGauge(on: ForkChain, row: CatalogueRow, gauge: Address): Promise<void> {
  if (row.addresses["gaugeController"] === undefined) {
    const artifact = compileStandIn("CurveGaugeFactoryStandIn");
    const factory = contractAt(on, artifact, roleOf(row, "gaugeFactory"));
    await on.chain.install(factory.address, getCreationCode(artifact));
    await factory.write(ADMIN, "add", [gauge]);
    return;
  }
  const controller = contractAt(on, artifacts.controller, roleOf(row, "gaugeController"));
  await controller.write(ADMIN, "add_type", ["Ethereum", UNIT]);
  await controller.write(ADMIN, "add_gauge", [gauge, 0n, UNIT]);
}

/** Of the first version: nothing but the row lists it. */
async function installFirst(
  on: ForkChain,
  row: CatalogueRow,
  { template, pools }: { template: Address; pools: CurvePools },
): Promise<ForkContract> {
  const gauge = contractAt(on, artifacts.gauge, roleOf(row, "gauge"));
  await on.chain.setCode(gauge.address, toProxy(template));
  await gauge.write(ADMIN, "initialize", [pools.metapool, UNIT]);
  return gauge;
}

/** @see https://eips.ethereum.org/EIPS/eip-1167 */
const toProxy = (target: Address): Hex =>
  concat(["0x363d3d373d3d3d363d73", target, "0x5af43d82803e903d91602b57fd5bf3"]);
