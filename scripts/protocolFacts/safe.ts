/**
 * Writes packages/protocols/src/safe/safeContracts.json: the deployments of Safe's singletons and factories. Reads them
 * from a package that is not a dependency of this repository, unpacked:
 *
 *     mkdir facts && cd facts && npm pack @safe-global/safe-deployments@1.37.56 \
 *       && tar xzf safe-global-safe-deployments-1.37.56.tgz
 *     node scripts/protocolFacts/safe.ts facts/package
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { chains } from "@portico/evm";
import { formatJson } from "../formatJson.ts";

interface Asset {
  version: string;
  deployments: Record<string, { address: string }>;
  /** By EIP-155 chain id: a key of `deployments`, or several. */
  networkAddresses: Record<string, string | string[]>;
}

const { positionals } = parseArgs({ allowPositionals: true });
const assets = join(resolve(positionals[0] ?? "facts/package"), "dist/assets");
const target = join(import.meta.dirname, "../../packages/protocols/src/safe/safeContracts.json");

const ROLES: Readonly<Record<string, "factory" | "singleton">> = {
  "gnosis_safe.json": "singleton",
  "gnosis_safe_l2.json": "singleton",
  "proxy_factory.json": "factory",
  "safe.json": "singleton",
  "safe_l2.json": "singleton",
  "safe_proxy_factory.json": "factory",
};

const rows = readdirSync(assets).flatMap((folder) =>
  Object.entries(ROLES).flatMap(([file, role]) => {
    if (!readdirSync(join(assets, folder)).includes(file)) return [];
    const { version, deployments, networkAddresses } = JSON.parse(
      readFileSync(join(assets, folder, file), "utf8"),
    ) as Asset;
    return Object.entries(deployments).map(([kind, { address }]) => ({
      role,
      version,
      address: address.toLowerCase(),
      chains: chains
        .filter(({ chainId }) => [networkAddresses[chainId] ?? []].flat().includes(kind))
        .map(({ slug }) => slug)
        .toSorted(),
    }));
  }),
);
writeFileSync(
  target,
  formatJson(
    rows.filter((row) => row.chains.length > 0),
    { depth: 1 },
  ),
);
