import { join } from "node:path";
import { getChain, parseRpcVariable } from "@portico/evm";
import { migrate, openDatabase, parseSubject, closeDatabase, listChainStates } from "@portico/store";
import type { Store } from "@portico/store";
import { claimDatabase } from "./claimDatabase.ts";
import { demoClient, findDemoClientId } from "./demoClient.ts";
import { chooseDemoPort } from "./demoPort.ts";
import { type SupervisedDevnet, startSupervisedDevnet } from "./devnet.ts";
import { startEmbeddedPostgres } from "./embeddedPostgres.ts";
import { dashboardClient, explorerClient, type StoredClient } from "./storedClient.ts";
import { connectKey, demoKey, explorerKey, storedSecret } from "./storedKey.ts";
import { chooseIndexModes } from "./indexModes.ts";
import { resetIfOtherChains } from "./resetDevnetDatabase.ts";
import { assertLocalDevnet } from "./localDevnet.ts";
import { type AppPorts, appUrls, portEnv } from "./ports.ts";
import { makePrivateFolder } from "./privateFolder.ts";
import { chainSettings } from "./settings.ts";
import { findDevnetFolder, root, stateFolder } from "./stateFolder.ts";
import type { SuperviseOptions } from "./supervise.ts";

export { root, stateFolder };

/** The prerequisites of the apps: a database, chains to index, and an access key. */
export interface Stack {
  readonly databaseUrl: string;
  readonly accessKey: string;
  /** The sign-in service's own key for the data API. */
  readonly connectKey: string;
  /** The explorer's access key. */
  readonly explorerKey: string;
  /** An application for trying the sign-in. */
  readonly demoClient: StoredClient;
  /** PORTICO_RPC_<ID>, PORTICO_START_<ID> and PORTICO_INDEX_<ID>, for the indexer. */
  readonly chainEnv: Readonly<Record<string, string>>;
  readonly chains: Readonly<Record<string, { rpcUrl: string; chainId: number }>>;
  /** Has items of every kind on the devnet chains; null on real chains. */
  readonly demoOwner: string | null;
  /** The folder in which keys, clients and chains persist between starts. */
  readonly folder: string;
  readonly stop: () => Promise<void>;
}

interface StackOptions extends Reports {
  readonly allowsDevnetDatabase: boolean;
  /** The ports on which the apps will listen. */
  readonly ports: AppPorts;
}

type Reports = Pick<SuperviseOptions, "giveUp" | "report">;

/**
 * Starts chains and database and creates the keys; if a step fails, everything started is stopped again. Processes that
 * exit later are restarted; after too many failures `giveUp` is called.
 */
export async function startStack({ allowsDevnetDatabase, ports, ...reports }: StackOptions): Promise<Stack> {
  const { report } = reports;
  const settings = await chainSettings(join(root, "portico.config.ts"));
  const isDevnet = !Object.keys(settings).some((name) => name.startsWith("PORTICO_RPC_"));
  if (isDevnet) assertLocalDevnet();
  // a devnet's eth is not Ethereum: their data must never be mixed
  const folder = isDevnet ? findDevnetFolder(stateFolder) : stateFolder;
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    if (isDevnet) makePrivateFolder(folder, { isPassable: true });
    const startChains = async (): Promise<Chains & { devnet?: SupervisedDevnet }> => {
      if (!isDevnet) return nameChains(settings, report);
      const devnet = await startSupervisedDevnet(folder, report);
      stops.push(devnet.stop);
      return { ...nameDevnet(devnet, report), devnet };
    };
    const starting = [startChains(), startDatabase(folder, reports, stops)] as const;
    await Promise.allSettled(starting); // what has started is stopped if the other fails
    const [{ devnet, ...chains }, databaseUrl] = await Promise.all(starting);
    // only the bundled database: an operator's own database is never emptied, the indexer refuses it
    const isOurs = !process.env["DATABASE_URL"];
    if (isDevnet && isOurs && (await resetIfOtherChains(databaseUrl, chains.chains))) {
      report("database: emptied because the chains are new");
    }
    await claimDatabase(databaseUrl, { devnet: devnet?.chains, isEmbedded: isOurs, allowsDevnetDatabase, report });
    devnet?.supervise(databaseUrl, reports);
    const modes = isDevnet ? undefined : await chooseIndexModes(databaseUrl, Object.keys(chains.chains), settings);
    if (modes) report(modes.text);
    return {
      databaseUrl,
      ...(await prepareClients(databaseUrl, { folder, demoOwner: chains.demoOwner, ports, report })),
      ...chains,
      chainEnv: { ...chains.chainEnv, ...modes?.env },
      folder,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Clients = Pick<Stack, "accessKey" | "connectKey" | "explorerKey" | "demoClient">;

async function prepareClients(
  databaseUrl: string,
  { folder, demoOwner, ports, report }: Pick<Stack, "demoOwner" | "folder"> & Pick<StackOptions, "ports" | "report">,
): Promise<Clients> {
  const db = openDatabase(databaseUrl, { max: 1 });
  try {
    const reserved = Object.values(ports);
    const demoPort = await chooseDemoPort(findDemoClientId(folder), report, { reserved });
    return {
      accessKey: await demoKey(db, folder, parseSubject(demoOwner ?? "") ?? null),
      connectKey: await connectKey(db, folder),
      explorerKey: await explorerKey(db, folder),
      demoClient: await demoClient(db, folder, demoPort),
    };
  } finally {
    await closeDatabase(db);
  }
}

/** The settings of apps/<name>, in addition to the operator's. */
export async function appEnv(name: string, stack: Stack, ports: AppPorts): Promise<Record<string, string>> {
  const env = {
    DATABASE_URL: stack.databaseUrl,
    DATABASE_DIRECT_URL: ofOwnDatabase("DATABASE_DIRECT_URL"),
    DATABASE_READ_URL: ofOwnDatabase("DATABASE_READ_URL"),
    ...stack.chainEnv,
    ...portEnv(ports),
  };
  if (name === "dashboard") return { ...env, ...(await dashboardEnv(stack, ports)) };
  if (name === "explorer") return { ...env, ...(await explorerEnv(stack, ports)) };
  if (name === "mcp") return { ...env, ...mcpEnv(stack, ports) };
  if (name === "docs") {
    const { apiUrl, connectUrl, dashboardUrl, explorerUrl, mockUrl, mcpUrl } = appUrls(ports);
    return {
      ...env,
      PORTICO_API_URL: process.env["PORTICO_API_URL"] ?? apiUrl,
      PORTICO_CONNECT_URL: connectUrl,
      PORTICO_DASHBOARD_URL: dashboardUrl,
      PORTICO_EXPLORER_URL: explorerUrl,
      PORTICO_MOCK_URL: mockUrl,
      PORTICO_MCP_URL: mcpUrl,
    };
  }
  if (name === "mock") return { ...env, PORTICO_DOCS_URL: appUrls(ports).docsUrl };
  if (name !== "connect") return env;
  const { apiUrl, mcpUrl, docsUrl, dashboardUrl, explorerUrl } = appUrls(ports);
  return {
    ...env,
    PORTICO_API_URL: apiUrl,
    PORTICO_API_KEY: stack.connectKey,
    PORTICO_MCP_URL: mcpUrl,
    PORTICO_DOCS_URL: docsUrl,
    PORTICO_DASHBOARD_URL: dashboardUrl,
    PORTICO_EXPLORER_URL: explorerUrl,
  };
}

function mcpEnv({ folder }: Stack, ports: AppPorts): Record<string, string> {
  const { apiUrl, connectUrl, dashboardUrl } = appUrls(ports);
  return {
    PORTICO_API_URL: apiUrl,
    PORTICO_CONNECT_URL: connectUrl,
    PORTICO_DASHBOARD_URL: dashboardUrl,
    PORTICO_MCP_SECRET: process.env["PORTICO_MCP_SECRET"] ?? storedSecret(folder, "mcp-secret"),
  };
}

/**
 * On a devnet that is only reachable locally, the demo owner is the operator, and sites on this computer can be
 * validated.
 */
async function dashboardEnv(stack: Stack, ports: AppPorts): Promise<Record<string, string>> {
  const { apiUrl, connectUrl, dashboardUrl, docsUrl, explorerUrl } = appUrls(ports);
  const { databaseUrl, folder, demoOwner } = stack;
  if (demoOwner !== null) assertLocalDevnet();
  const db = openDatabase(databaseUrl, { max: 1 });
  try {
    const { clientId, clientSecret } = await dashboardClient(db, folder, dashboardUrl);
    return {
      PORTICO_CONNECT_URL: connectUrl,
      PORTICO_API_URL: apiUrl,
      PORTICO_DOCS_URL: docsUrl,
      PORTICO_EXPLORER_URL: explorerUrl,
      PORTICO_DASHBOARD_CLIENT_ID: clientId,
      PORTICO_DASHBOARD_CLIENT_SECRET: clientSecret,
      ...(demoOwner !== null && {
        PORTICO_OPERATORS: process.env["PORTICO_OPERATORS"] ?? demoOwner,
        PORTICO_VALIDATION_PRIVATE: process.env["PORTICO_VALIDATION_PRIVATE"] ?? "on",
      }),
    };
  } finally {
    await closeDatabase(db);
  }
}

async function explorerEnv(stack: Stack, ports: AppPorts): Promise<Record<string, string>> {
  const { apiUrl, connectUrl, dashboardUrl, explorerUrl } = appUrls(ports);
  const { databaseUrl, folder, explorerKey: key, demoOwner } = stack;
  const db = openDatabase(databaseUrl, { max: 1 });
  try {
    const { clientId, clientSecret } = await explorerClient(db, folder, explorerUrl);
    return {
      PORTICO_API_URL: apiUrl,
      PORTICO_CONNECT_URL: connectUrl,
      PORTICO_DASHBOARD_URL: dashboardUrl,
      PORTICO_EXPLORER_KEY: process.env["PORTICO_EXPLORER_KEY"] ?? key,
      PORTICO_EXPLORER_CLIENT_ID: clientId,
      PORTICO_EXPLORER_CLIENT_SECRET: clientSecret,
      PORTICO_EXPLORER_EXAMPLE: process.env["PORTICO_EXPLORER_EXAMPLE"] ?? demoOwner ?? "",
    };
  } finally {
    await closeDatabase(db);
  }
}

/** Set together with the operator's DATABASE_URL; it must not be combined with the bundled database. */
const ofOwnDatabase = (name: string): string => (process.env["DATABASE_URL"] ? (process.env[name] ?? "") : "");

async function startDatabase(folder: string, reports: Reports, stops: (() => Promise<void>)[]): Promise<string> {
  let url = process.env["DATABASE_URL"];
  if (!url) {
    const folders = { dataDir: join(folder, "postgres"), formerDataDir: join(stateFolder, "pocket/postgres") };
    const postgres = await startEmbeddedPostgres(folders, reports);
    stops.push(postgres.stop);
    ({ url } = postgres);
  }
  const directUrl = ofOwnDatabase("DATABASE_DIRECT_URL");
  const db = openDatabase(directUrl === "" ? url : directUrl, { max: 1 });
  try {
    await migrate(db);
  } finally {
    await closeDatabase(db);
  }
  reports.report(
    process.env["DATABASE_URL"] ? "database: DATABASE_URL, migrated" : "database: PostgreSQL started, migrated",
  );
  return url;
}

type Chains = Pick<Stack, "chains" | "chainEnv" | "demoOwner">;

function nameChains(settings: Record<string, string>, report: Reports["report"]): Chains {
  const chains = Object.fromEntries(
    Object.entries(settings).flatMap(([name, urls]) => {
      const variable = parseRpcVariable(name);
      if (variable?.setting !== "urls") return [];
      const { slug, chainId } = getChain(variable.slug);
      return [[slug, { rpcUrl: urls.split(",")[0]?.trim() ?? "", chainId }]];
    }),
  );
  report(`chains: ${Object.keys(chains).join(", ")}`);
  return { chains, chainEnv: settings, demoOwner: null };
}

function nameDevnet({ chains, demoOwner }: SupervisedDevnet, report: Reports["report"]): Chains {
  const chainEnv = Object.fromEntries(
    Object.entries(chains).flatMap(([id, { rpcUrl }]) => [
      [`PORTICO_RPC_${id.toUpperCase()}`, rpcUrl],
      [`PORTICO_START_${id.toUpperCase()}`, "0"],
    ]),
  );
  report(`chains: a devnet (${Object.keys(chains).join(", ")})`);
  return { chains, chainEnv, demoOwner };
}

export interface IndexingProgress {
  readonly chain: string;
  /** The chain is ready; new blocks are followed. */
  readonly isDone: boolean;
  /** Progress for display: `43 %`. */
  readonly text: string;
}

/** The indexing progress of each of `chains`. */
export async function indexingProgress(db: Store, chains: readonly string[]): Promise<IndexingProgress[]> {
  const states = new Map((await listChainStates(db)).map((state) => [state.chain, state]));
  return chains.map((chain) => {
    const { balances, logs, startBlock = 0n, targetBlock } = states.get(chain) ?? {};
    if (balances) return { chain, isDone: true, text: "done" };
    if (!logs || !targetBlock || targetBlock <= startBlock) return { chain, isDone: false, text: "begins" };
    const percent = ((logs.blockNumber - startBlock) * 100n) / (targetBlock - startBlock);
    return { chain, isDone: false, text: `${percent} %` };
  });
}
