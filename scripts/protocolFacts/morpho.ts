/**
 * Writes `morphoblue/deployments.json` of packages/protocols: the deployments of Morpho Blue, by chain. Reads them from
 * a package that is not a dependency of this repository, unpacked:
 *
 *     mkdir facts && cd facts && npm pack @morpho-org/morpho-ts@2.8.0 && mkdir morpho \
 *       && tar xzf *.tgz -C morpho --strip-components=1
 *     node scripts/protocolFacts/morpho.ts facts/morpho
 */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chains } from "@portico/evm";
import { formatJson } from "../formatJson.ts";

const { positionals } = parseArgs({ allowPositionals: true });
const file = join(resolve(positionals[0] ?? "facts/morpho"), "lib/esm/addresses.js");
const { addresses } = (await import(pathToFileURL(file).href)) as { addresses: Record<string, { morpho: string }> };
const target = join(import.meta.dirname, "../../packages/protocols/src/morphoblue/deployments.json");

const rows = chains.flatMap(({ slug, chainId }) => {
  const morpho = addresses[chainId]?.morpho.toLowerCase();
  return morpho === undefined ? [] : [[slug, { morpho }] as const];
});
writeFileSync(target, formatJson(Object.fromEntries(rows)));
