import { getCreationCode } from "@portico/devnet";
import { combineForks } from "./combineForks.ts";
import { compileStandIn } from "./compileStandIn.ts";
import { contractAt } from "./forkContract.ts";
import { installCurveGauge } from "./curveGauge.ts";
import { installCurveLoans } from "./curveLoans.ts";
import { installCurveLocks } from "./curveLocks.ts";
import { installCurvePools } from "./curvePools.ts";
import { roleOf, type Fork, type ForkScene } from "./forkScene.ts";

/** Those that it installs. */
const ROLES = new Set([
  "registry",
  "gaugeController",
  "gaugeFactory",
  "gauge",
  "votingEscrow",
  "feeDistributor",
  "controllerFactory",
]);

/** Shares of pools, also in a gauge, a loan, and in the fork with the DAO a lock. */
export const curveForks: ForkScene = {
  family: "curve",
  reduce: (row) => ({
    ...row,
    addresses: Object.fromEntries(
      Object.entries(row.addresses).flatMap(([role, listed]) => (ROLES.has(role) ? [[role, [listed].flat()[0]!]] : [])),
    ),
  }),
  accepts: ({ addresses: { registry, gaugeController, gaugeFactory } }) =>
    registry !== undefined && (gaugeController ?? gaugeFactory) !== undefined,
  async install(on, row) {
    const artifact = compileStandIn("CurveRegistryStandIn");
    const registry = contractAt(on, artifact, roleOf(row, "registry"));
    await on.chain.install(registry.address, getCreationCode(artifact, [true]));
    const pools = await installCurvePools(on, registry);
    const { votingEscrow, controllerFactory } = row.addresses;
    const parts: Fork[] = [pools];
    if (votingEscrow !== undefined) parts.push(await installCurveLocks(on, row));
    parts.push(await installCurveGauge(on, row, pools));
    if (controllerFactory !== undefined) parts.push(await installCurveLoans(on, row));
    return combineForks(parts);
  },
};
