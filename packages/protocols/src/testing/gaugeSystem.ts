import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { loadArtifact } from "@portico/devnet";
import { compileTestContract } from "./contracts.ts";
import type { Lab } from "./lab.ts";
import { contractAt, deployContract } from "./testContract.ts";
import type { TestContract } from "./testContract.ts";
import { deployToken, tokenAbi } from "./tokens.ts";

const load = (task: string, name: string) =>
  loadArtifact("@balancer-labs/v2-deployments", `dist/tasks/${task}/artifact/${name}.json`, {}, import.meta.url);
const gaugeArtifact = load("20220822-mainnet-gauge-factory-v2", "LiquidityGaugeV5");
const WEEK = 7 * 86_400;

/** Balancer's contracts of emissions, which are Curve's with other names. */
export interface GaugeSystem {
  admin: Address;
  /** Gauges pay it. */
  emission: Address;
  controller: TestContract;
  /** Locks `lockToken`. */
  escrow: TestContract;
  lockToken: Address;
  factory: TestContract;
  /** Creates a gauge with a part of the emission from the next week on. */
  createGauge(lpToken: Address): Promise<TestContract>;
  /** Has a gauge pay another token for a week. @returns the token. */
  addReward(gauge: TestContract, rawAmount: bigint): Promise<Address>;
}

/** @param lockToken - Default: a new one, which the administrator can mint. */
export async function deployGaugeSystem(lab: Lab, admin: Address, lockToken?: Address): Promise<GaugeSystem> {
  const emission = await deployToken(lab, "EMIT", admin);
  const locked = lockToken ?? (await deployToken(lab, "LOCK", admin));
  const tokenAdmin = await deployContract(lab, compileTestContract("TokenAdminStandIn"), [emission]);
  const task = "20220325-gauge-controller";
  const escrow = await deployVotingEscrow(lab, locked, admin);
  const controller = await deployContract(lab, load(task, "GaugeController"), [escrow.address, admin]);
  const minter = await deployContract(lab, load(task, "BalancerMinter"), [tokenAdmin.address, controller.address]);
  const template = await lab.deploy(gaugeArtifact, [minter.address, tokenAdmin.address, admin]);
  const factory = await deployContract(lab, load("20220822-mainnet-gauge-factory-v2", "LiquidityGaugeFactory"), [
    template,
  ]);
  await controller.write(admin, "add_type", ["Ethereum", 10n ** 18n]);
  return {
    admin,
    emission,
    controller,
    escrow,
    lockToken: locked,
    factory,
    async createGauge(lpToken) {
      const events = { address: factory.address, fromBlock: "0x0", toBlock: "latest" };
      await factory.write(admin, "create", [lpToken, 10n ** 18n]);
      const logs = await lab.rpc.call<{ topics: Address[] }[]>("eth_getLogs", [events]);
      const gauge = contractAt(lab, gaugeArtifact.abi, `0x${logs.at(-1)?.topics[1]?.slice(26) ?? ZERO_ADDRESS}`);
      await controller.write(admin, "add_gauge", [gauge.address, 0n, 10n ** 18n]);
      return gauge;
    },
    async addReward(gauge, rawAmount) {
      const token = await deployToken(lab, "EXTRA", admin);
      await lab.write(admin, { to: token, abi: tokenAbi, functionName: "mint", args: [admin, rawAmount] });
      await lab.write(admin, { to: token, abi: tokenAbi, functionName: "approve", args: [gauge.address, rawAmount] });
      await gauge.write(admin, "add_reward", [token, admin]);
      await gauge.write(admin, "deposit_reward_token", [token, rawAmount]);
      return token;
    },
  };
}

/** Locks a token. */
export const deployVotingEscrow = (lab: Lab, token: Address, admin: Address) =>
  deployContract(lab, load("20220325-gauge-controller", "VotingEscrow"), [token, "Locked", "ve", admin]);

export const nextWeek = (lab: Lab) => lab.warp(WEEK);
