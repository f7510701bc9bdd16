import { defineFamily } from "../../family.ts";
import { checkResponse } from "../checkResponse.ts";
import { factoryAbi, yieldUpdated } from "./spectraAbi.ts";
import { identifySpectra } from "./spectraIdentify.ts";
import { listSpectraPools } from "./spectraPools.ts";
import { listSpectraPositions, unwrapSpectra } from "./spectraPositions.ts";
import type { SpectraContracts } from "./spectraTokens.ts";

/** Interest-bearing tokens split into principal and yield, and pools of both on Curve. */
export const spectraFamily = defineFamily<SpectraContracts>({
  name: "spectra",
  roles: { factory: "required" },
  toContracts: ({ factory }) => ({ factories: factory ?? [] }),
  readsUntrusted: true,
  signals: () => ({ events: [{ event: yieldUpdated, emitters: "identified", owners: ["user"] }] }),
  identifyForks: identifySpectra,
  listPositions: listSpectraPositions,
  listPools: listSpectraPools,
  unwrap: unwrapSpectra,
  check: (context) =>
    checkResponse(
      context,
      context.contracts.factories.map((address) => ({ address, abi: factoryAbi, functionName: "getRegistry" })),
    ),
});
