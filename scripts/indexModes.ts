import { closeDatabase, listChainStates, openDatabase } from "@portico/store";
import type { IndexMode } from "@portico/store";

export interface IndexModes {
  /** PORTICO_INDEX_<ID> of chains for which `start` differs from the indexer's default. */
  readonly env: Readonly<Record<string, string>>;
  /** What is indexed and how to change it, on one line. */
  readonly text: string;
}

/**
 * How much of each real chain `start` indexes: what a setting or the database names, else only the owners that are
 * requested. A chain with a start block is indexed in full: that block means nothing for owners.
 * @param settings - PORTICO_RPC_<ID>, PORTICO_START_<ID> and PORTICO_INDEX_<ID>.
 */
export async function chooseIndexModes(
  databaseUrl: string,
  chains: readonly string[],
  settings: Readonly<Record<string, string>>,
  ofNewChains = process.env["PORTICO_INDEX"],
): Promise<IndexModes> {
  const stored = await readStoredModes(databaseUrl);
  const env: Record<string, string> = {};
  const byMode = { owners: [] as string[], full: [] as string[] };
  for (const chain of chains) {
    const id = chain.toUpperCase();
    const isDefault = !stored.has(chain) && parseMode(ofNewChains) === undefined && !settings[`PORTICO_START_${id}`];
    const other = stored.get(chain) ?? parseMode(ofNewChains) ?? (isDefault ? "owners" : "full");
    const mode = parseMode(settings[`PORTICO_INDEX_${id}`]) ?? other;
    byMode[mode].push(chain);
    if (isDefault && !settings[`PORTICO_INDEX_${id}`]) env[`PORTICO_INDEX_${id}`] = mode;
  }
  return { env, text: describeModes(byMode) };
}

/** Undefined if it isn't set, or invalid: then the indexer says so. */
function parseMode(text: string | undefined): IndexMode | undefined {
  const mode = text?.trim().toLowerCase();
  return mode === "full" || mode === "owners" ? mode : undefined;
}

async function readStoredModes(databaseUrl: string): Promise<ReadonlyMap<string, IndexMode>> {
  const db = openDatabase(databaseUrl, { max: 1 });
  try {
    return new Map((await listChainStates(db)).map(({ chain, mode }) => [chain, mode]));
  } finally {
    await closeDatabase(db);
  }
}

function describeModes({ owners, full }: Readonly<Record<IndexMode, readonly string[]>>): string {
  const parts = [
    owners.length > 0 &&
      `only owners that are requested, with their history: ${owners.join(", ")} (everything: PORTICO_INDEX_<ID>=full)`,
    full.length > 0 && `everything: ${full.join(", ")} (only requested owners: PORTICO_INDEX_<ID>=owners)`,
  ];
  return `index: ${parts.filter(Boolean).join("; ")}`;
}
