/**
 * Writes `routers.json` of packages/protocols: by protocol and chain, contracts that users call but that hold none of
 * the protocol's positions. Reads them from namedRouters.ts and from packages that are not dependencies of this
 * repository, all MIT, unpacked side by side:
 *
 *     mkdir facts && cd facts && npm pack @uniswap/sdk-core@7.19.4 @uniswap/universal-router-sdk@5.13.0 \
 *         @uniswap/universal-router-sdk@2.2.0 sushi@7.3.15 sushi@6.2.1 @bgd-labs/aave-address-book@4.44.22 \
 *         @morpho-org/morpho-ts@2.8.0 blockchain-addressbook@0.54.111 \
 *       && for file in *.tgz; do mkdir ${file%.tgz} && tar xzf $file -C ${file%.tgz} --strip-components=1; done
 *     node scripts/protocolFacts/routers.ts facts
 */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { listDeployed } from "@portico/protocols";
import { aaveRouters, morphoRouters } from "./lendingRouters.ts";
import { namedRouters } from "./namedRouters.ts";
import { addressBookRouters, sushiRouters, uniswapRouters } from "./swapRouters.ts";
import type { RouterClaim } from "./routerClaim.ts";
import { formatJson } from "../formatJson.ts";

const { positionals } = parseArgs({ allowPositionals: true });
const folder = resolve(positionals[0] ?? "facts");
const target = join(import.meta.dirname, "../../packages/protocols/src/routers.json");

const table: Record<string, Record<string, string[]>> = {};
const taken = new Set<string>();

function addRouter({ protocols, chain, address }: RouterClaim): void {
  const deployed = listDeployed(chain);
  const id = protocols.find((protocol) => deployed.some(({ adapter }) => adapter.id === protocol));
  const at = address.toLowerCase();
  const key = `${chain}:${at}`;
  if (id === undefined || taken.has(key) || deployed.some(({ addresses }) => [...addresses].some((own) => own === at)))
    return;
  taken.add(key);
  ((table[id] ??= {})[chain] ??= []).push(at);
}

const claims = [
  ...(await uniswapRouters(folder)),
  ...(await addressBookRouters(folder)),
  ...sushiRouters(folder),
  ...(await aaveRouters(folder)),
  ...(await morphoRouters(folder)),
  ...namedRouters,
];
claims.forEach(addRouter);

const sort = <Value>(record: Record<string, Value>): [string, Value][] =>
  Object.entries(record).toSorted(([a], [b]) => a.localeCompare(b));
const sorted = sort(table).map(([id, chains]) => [id, Object.fromEntries(sort(chains))] as const);
writeFileSync(target, formatJson(Object.fromEntries(sorted)));
for (const [id, chains] of sorted)
  process.stdout.write(`${id}: ${Object.values(chains).flat().length} on ${Object.keys(chains).length} chains\n`);
