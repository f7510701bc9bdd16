import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { chains, parseHistoryVariable, parseRpcVariable, readHistoryUrls, readRpcUrls } from "@portico/evm";

/** The default export of portico.config.ts. The environment overrides it. */
export interface PorticoConfig {
  readonly chains?: Readonly<Record<string, ChainConfig>>;
}

interface ChainConfig {
  readonly rpc: readonly string[];
  /** Calls per second to each URL. */
  readonly rps?: number;
  /** Maximum calls in one batch. */
  readonly batch?: number;
  readonly start?: number | bigint;
  /** Whether everything is indexed, or only owners that are requested. */
  readonly index?: "full" | "owners";
  /** The number of newest blocks that are kept; "all", the default: all. */
  readonly keepBlocks?: number | bigint | "all";
  /** An Etherscan-compatible API, where the past transactions of owners are found. */
  readonly explorer?: string;
  /** A dataset of an SQD portal, where they are found too. */
  readonly portal?: string;
}

const variable = (kind: "EXPLORER" | "INDEX" | "KEEP_BLOCKS" | "PORTAL" | "RPC" | "START", chain: string): string =>
  `PORTICO_${kind}_${chain.toUpperCase()}`;

/** The chain that a variable is about, as written; undefined: it is not about a chain. */
const findSlug = (name: string, value: string): string | undefined =>
  parseRpcVariable(name)?.slug ??
  parseHistoryVariable(name, value)?.slug ??
  /^PORTICO_(?:START|INDEX|KEEP_BLOCKS)_(.*)/.exec(name)?.[1]?.toLowerCase();

/**
 * The chain settings as the environment variables that the apps read: PORTICO_RPC_<ID>, with _RPS and _BATCH,
 * PORTICO_START_<ID>, PORTICO_INDEX_<ID>, PORTICO_KEEP_BLOCKS_<ID>, PORTICO_EXPLORER_<ID>, PORTICO_EXPLORER_KEY_<ID> and PORTICO_PORTAL_<ID>.
 * @throws Error if portico.config.ts or the environment names an unknown chain, or has an invalid setting.
 */
export async function chainSettings(configFile: string, env = process.env): Promise<Record<string, string>> {
  const config = await readConfig(configFile);
  const settings: Record<string, string> = {};
  for (const [chain, { rpc, rps, batch, start, index, keepBlocks, explorer, portal }] of Object.entries(
    config.chains ?? {},
  )) {
    settings[variable("RPC", chain)] = rpc.join(",");
    if (rps !== undefined) settings[`${variable("RPC", chain)}_RPS`] = String(rps);
    if (batch !== undefined) settings[`${variable("RPC", chain)}_BATCH`] = String(batch);
    if (start !== undefined) settings[variable("START", chain)] = String(start);
    if (index !== undefined) settings[variable("INDEX", chain)] = index;
    if (keepBlocks !== undefined) settings[variable("KEEP_BLOCKS", chain)] = String(keepBlocks);
    if (explorer !== undefined) settings[variable("EXPLORER", chain)] = explorer;
    if (portal !== undefined) settings[variable("PORTAL", chain)] = portal;
  }
  for (const [name, value] of Object.entries(env)) {
    if (value && findSlug(name, value) !== undefined) settings[name] = value;
  }

  const known = new Set(chains.map(({ slug }) => slug));
  const unknown = Object.entries(settings).find(([name, value]) => !known.has(findSlug(name, value) ?? ""))?.[0];
  if (unknown) throw new Error(`${unknown}: unknown chain. Known ids: ${chains.map(({ slug }) => slug).join(", ")}`);
  readRpcUrls(settings);
  readHistoryUrls(settings);
  return settings;
}

async function readConfig(file: string): Promise<PorticoConfig> {
  if (!existsSync(file)) return {};
  const { default: config } = (await import(pathToFileURL(file).href)) as { default?: PorticoConfig };
  if (typeof config !== "object") throw new Error(`${file} has no default export: export default { chains: { … } }`);
  return config;
}
