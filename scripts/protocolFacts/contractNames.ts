/**
 * Writes `contractNames/contractNames.json` of packages/protocols: the protocol of each contract that an open source
 * names. Reads namedContracts.ts and these sources, unpacked side by side in folders of these names:
 *
 *     npm packages, all MIT, except 0x-contract-addresses (Apache-2.0), arbitrum-sdk (Apache-2.0), frankencoin-zchf and defisaver-sdk (ISC):
 *       0x-contract-addresses: @0x/contract-addresses@8.13.0 · aave-address-book: @aave-dao/aave-address-book@4.68.1 ·
 *       aave-address-book-3.1.0, aave-address-book-2.15.0: @bgd-labs/aave-address-book ·
 *       arbitrum-sdk: @arbitrum/sdk@4.1.0 · curvefi-api: @curvefi/api@2.70.1 ·
 *       defisaver-sdk: @defisaver/sdk@1.3.22 ·
 *       ensnode-datasources: @ensnode/datasources@1.17.0 · frankencoin-zchf: @frankencoin/zchf@0.3.21
 *       gearbox-sdk-gov: @gearbox-protocol/sdk-gov@1.10.3
 *       lido-sdk-constants: @lido-sdk/constants@3.5.1 · liquity-lib-ethers: @liquity/lib-ethers@3.4.0
 *       safe-deployments: @safe-global/safe-deployments@1.37.63 · sushi-5.1.30, sushi-7.3.15: sushi
 *     repositories on GitHub at a commit:
 *       beefy-api: beefyfinance/beefy-api 596423e (MIT) · beefy-v2: beefyfinance/beefy-v2 b49c1c4 (MIT) ·
 *     defillama-adapters: DefiLlama/DefiLlama-Adapters 1eb4e81 (ISC)
 *       defillama-dimension-adapters: DefiLlama/dimension-adapters e7346b0 (ISC)
 *       erc7730: ethereum/clear-signing-erc7730-registry 3b66ba2 (CC0) · eth-labels: dawsbot/eth-labels 98b046a (MIT)
 *       grants-stack-indexer: gitcoinco/grants-stack-indexer 57eab2b (ISC) · hop: hop-protocol/hop 1263a07 (MIT)
 *       superchain-registry: ethereum-optimism/superchain-registry 8336d2a (MIT) · ydaemon: yearn/ydaemon 6e24b12 (MIT)
 *
 *     node scripts/protocolFacts/contractNames.ts facts
 */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { chains } from "@portico/evm";
import { findDeployedAt, listDeployed } from "@portico/protocols";
import { formatJson } from "../formatJson.ts";
import { listAaveClaims } from "./contractNames/aaveBook.ts";
import { listAdapterClaims } from "./contractNames/adapterAddresses.ts";
import type { ContractClaim } from "./contractNames/claim.ts";
import { listClearSigningClaims } from "./contractNames/clearSigning.ts";
import { listDeploymentClaims } from "./contractNames/deployments.ts";
import { listLabelClaims } from "./contractNames/explorerLabels.ts";
import { listAssets, readListedTokens } from "./contractNames/listedTokens.ts";
import { mergeClaims } from "./contractNames/merge.ts";
import { listNamedClaims } from "./contractNames/namedContracts.ts";
import { protocolFacts } from "./contractNames/protocolKey.ts";
import { listRouterClaims } from "./contractNames/routerAddresses.ts";
import { listSafeClaims } from "./contractNames/safeDeployments.ts";
import { listSuperchainClaims } from "./contractNames/superchain.ts";

const { positionals } = parseArgs({ allowPositionals: true });
const root = resolve(positionals[0] ?? "facts");
const target = join(import.meta.dirname, "../../packages/protocols/src/contractNames/contractNames.json");

const adapterIds = new Set(chains.flatMap(({ slug }) => listDeployed(slug).map(({ adapter }) => adapter.id)));
const listed = readListedTokens(root);
const assets = listAssets();
const wrapped = new Set(chains.map(({ slug, wrappedToken }) => `${slug} ${String(wrappedToken)}`));
const isWeak = ({ rank }: ContractClaim) => ["role", "adapter", "router", "mention"].includes(rank);
const keyOf = ({ chain, address }: ContractClaim) => `${chain} ${address}`;

const claims = [
  ...listNamedClaims(),
  ...listDeploymentClaims(root),
  ...(await listAaveClaims(root)),
  ...listSafeClaims(root),
  ...listSuperchainClaims(root),
  ...listClearSigningClaims(root),
  ...listLabelClaims(root),
  ...listRouterClaims(root),
  ...listAdapterClaims(root),
].filter(
  (claim) =>
    !wrapped.has(keyOf(claim)) &&
    (claim.rank === "named" || !/^0x0{30}|^0x(?:e{40}|f{40})$|dead$/.test(claim.address)) &&
    !(isWeak(claim) && listed.has(keyOf(claim))) &&
    !(assets.has(keyOf(claim)) && claim.rank !== "named" && claim.rank !== "label") &&
    findDeployedAt(claim.chain, claim.address) === undefined,
);
const rows = mergeClaims(claims).map((row) =>
  assets.has(keyOf(row)) && row.rank !== "named" ? { ...row, isToken: true } : row,
);

const sort = <Value>(entries: Iterable<[string, Value]>): Record<string, Value> =>
  Object.fromEntries([...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)));
const groupBy = (claimed: readonly ContractClaim[], field: "chain" | "protocol"): [string, ContractClaim[]][] => [
  ...Map.groupBy(claimed, (row) => row[field]),
];
const joinAddresses = (own: readonly ContractClaim[]): string =>
  own
    .map(({ address }) => address.slice(2))
    .toSorted()
    .join(" ");
const group = (claimed: readonly ContractClaim[]) =>
  sort(
    groupBy(claimed, "chain").map(([chain, ofChain]) => [
      chain,
      sort(groupBy(ofChain, "protocol").map(([key, own]) => [key, joinAddresses(own)])),
    ]),
  );
const names = Map.groupBy(rows, ({ protocol }) => protocol);
/** Names of adapters' protocols are the adapters'. */
const protocols = sort(
  [...new Set([...names.keys(), ...Object.keys(protocolFacts)])].flatMap((key): [string, object][] => {
    const own = names.get(key) ?? [];
    const {
      name = own.find((row) => row.name !== undefined)?.name ?? key,
      siteUrl,
      isInfrastructure,
    } = protocolFacts[key] ?? {};
    const isAdapter = adapterIds.has(key);
    if (isInfrastructure === undefined && (isAdapter || own.length === 0)) return [];
    return [
      [
        key,
        {
          ...(isAdapter ? {} : { name }),
          ...(siteUrl === undefined ? {} : { siteUrl }),
          ...(isInfrastructure === undefined ? {} : { isInfrastructure }),
        },
      ],
    ];
  }),
);
writeFileSync(
  target,
  formatJson(
    {
      protocols,
      contracts: group(rows.filter(({ isToken }) => isToken !== true)),
      tokens: group(rows.filter(({ isToken }) => isToken === true)),
    },
    { depth: 3 },
  ),
);
for (const [rank, own] of Map.groupBy(rows, (row) => row.rank)) process.stdout.write(`${rank}: ${own.length}\n`);
process.stdout.write(`${rows.length} contracts of ${names.size} protocols\n`);
