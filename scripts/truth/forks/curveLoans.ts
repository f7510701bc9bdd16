import { getCreationCode } from "@portico/devnet";
import type { CatalogueRow } from "@portico/protocols";
import { compileStandIn } from "./compileStandIn.ts";
import { contractAt } from "./forkContract.ts";
import { ADMIN, roleOf, type Fork, type ForkChain } from "./forkScene.ts";

const UNIT = 10n ** 18n;

/** A stand-in of a controller that is its own factory: collateral, of which some was sold, less the debt. */
export async function installCurveLoans(on: ForkChain, row: CatalogueRow): Promise<Fork> {
  const { chain, tokens, mint, approve } = on;
  const [collateral, borrowed] = tokens;
  const artifact = compileStandIn("CurveControllerStandIn");
  const controller = contractAt(on, artifact, roleOf(row, "controllerFactory"));
  await chain.install(controller.address, getCreationCode(artifact, tokens));
  await mint(borrowed, controller.address, 100n * UNIT);
  await mint(borrowed, ADMIN, 100n * UNIT);
  await approve(borrowed, ADMIN, controller.address);
  return {
    async use(owner) {
      await mint(collateral, owner, 8n * UNIT);
      await approve(collateral, owner, controller.address);
      await controller.write(owner, "create_loan", [8n * UNIT, 3n * UNIT, UNIT / 4n]);
      await controller.write(ADMIN, "sell", [owner, 2n * UNIT, UNIT]);
    },
    async readTruth(owner) {
      const [kept, sold, debt] = await controller.read<readonly [bigint, bigint, bigint]>("user_state", [owner]);
      return new Map([
        [collateral, kept],
        [borrowed, sold - debt],
      ]);
    },
  };
}
