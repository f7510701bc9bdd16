/**
 * Writes packages/protocols/src/erc4626/metaMorphoFactories.json: the factories of Morpho's vaults, which confirm the
 * vaults they created. Reads them from a package that is not a dependency of this repository, unpacked:
 *
 *     mkdir facts && cd facts && npm pack @morpho-org/morpho-ts@2.8.0 && tar xzf morpho-org-morpho-ts-2.8.0.tgz
 *     node scripts/protocolFacts/metaMorpho.ts facts/package
 */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chains } from "@portico/evm";
import { formatJson } from "../formatJson.ts";

interface Registry {
  addresses: Record<string, { metaMorphoFactory?: string; vaultV2Factory?: string }>;
}

/** Of version 1.0, whose vaults are still in use. Source: `addresses` of @morpho-org/blue-sdk 2.1.2 (MIT). */
const firstFactories: Readonly<Record<string, string>> = {
  base: "0xa9c3d3a366466fa809d1ae982fb2c46e5fc41101",
  eth: "0xa9c3d3a366466fa809d1ae982fb2c46e5fc41101",
};

const { positionals } = parseArgs({ allowPositionals: true });
const folder = resolve(positionals[0] ?? "facts/package");
const target = join(import.meta.dirname, "../../packages/protocols/src/erc4626/metaMorphoFactories.json");

const { addresses } = (await import(pathToFileURL(join(folder, "lib/cjs/addresses.js")).href)) as Registry;
const toList = (...found: (string | undefined)[]): string[] => found.flatMap((address) => address?.toLowerCase() ?? []);
const rows = chains.flatMap(({ slug, chainId }) => {
  const { metaMorphoFactory, vaultV2Factory } = addresses[chainId] ?? {};
  const row = { isMetaMorpho: toList(firstFactories[slug], metaMorphoFactory), isVaultV2: toList(vaultV2Factory) };
  return row.isMetaMorpho.length + row.isVaultV2.length === 0 ? [] : [[slug, row] as const];
});
const sorted = rows.toSorted(([one], [other]) => one.localeCompare(other));
writeFileSync(target, formatJson(Object.fromEntries(sorted)));
