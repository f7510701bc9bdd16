import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Rpc } from "../anvil/rpc.ts";
import type { Anvil } from "../anvil/startAnvil.ts";
import type { ChainScenario } from "../scenario/runScenario.ts";
import { SCENARIO_VERSION } from "../scenario/scenarioVersion.ts";
import { type SaveOrder, packState, unpackState } from "./stateFile.ts";
import { waitForLock } from "./stateLock.ts";

export interface SavedStateOptions extends Pick<ChainScenario, "chain" | "seed" | "size"> {
  stateDir: string;
  cacheDir: string | undefined;
  log: (line: string) => void;
}

/** What one chain's blocks depend on. */
interface Origin extends Pick<ChainScenario, "seed" | "size"> {
  version: number;
}

export interface SavedState extends SaveOrder {
  origin: Origin;
  /** For the anvil that will write the state. */
  lockPath: string;
  /** Undefined, with a log message, if nothing usable is stored. */
  load: (start: (loadPath: string) => Promise<Anvil>) => Promise<Anvil | undefined>;
  /** Stores the chain while anvil runs; logs a failure. */
  saveNow: (rpc: Rpc) => Promise<void>;
}

/** The stored state of one chain in `stateDir`, once no other process uses it. */
export async function openSavedState(options: SavedStateOptions): Promise<SavedState> {
  const { chain, seed, size, log } = options;
  const stateDir = resolve(options.stateDir);
  const file = join(stateDir, `${chain}.json.gz`);
  const lockPath = join(stateDir, `${chain}.lock`);
  const origin = { seed, size, version: SCENARIO_VERSION };
  await mkdir(stateDir, { recursive: true });
  await waitForLock(lockPath, log);
  return {
    file,
    origin,
    lockPath,
    load: (start) => load({ file, origin }, options, start),
    saveNow: (rpc) =>
      saveNow(rpc, { file, origin }).catch((error: unknown) => {
        log(`${chain}: could not be saved in ${file} yet (${String(error)})`);
      }),
  };
}

async function saveNow(rpc: Rpc, order: SaveOrder): Promise<void> {
  const dump = Buffer.from((await rpc.call("anvil_dumpState")).slice(2), "hex");
  await packState(Readable.from([dump]).pipe(createGunzip()), order);
}

async function load(
  { file, origin }: { file: string; origin: Origin },
  { chain, cacheDir, log }: SavedStateOptions,
  start: (loadPath: string) => Promise<Anvil>,
): Promise<Anvil | undefined> {
  if (!existsSync(file)) return undefined;
  const folder = await mkdtemp(join(cacheDir ?? tmpdir(), "portico-devnet-state-"));
  const loadPath = join(folder, "state.json");
  try {
    const difference = await unpackState(file, loadPath).then(
      (saved) => findDifference(saved as SavedOrigin, origin),
      (error: unknown) => `can't be read (${String(error)})`,
    );
    if (difference === undefined) return await start(loadPath);
    log(`${chain}: the state in ${file} ${difference}; it is replaced by a new chain`);
  } catch (error) {
    if (!String(error).includes("--load-state")) throw error; // such as a port in use
    log(`${chain}: anvil can't read ${file}; it is replaced by a new chain`);
  } finally {
    await rm(folder, { recursive: true });
  }
  return undefined;
}

/** States from before versions were stored have a hash of the code, and are of version 1. */
type SavedOrigin = Partial<Origin> & { readonly code?: string };

function findDifference(saved: SavedOrigin | undefined, { seed, size, version }: Origin): string | undefined {
  if (saved?.seed !== seed) return `is of seed ${saved?.seed}, not ${seed}`;
  if (JSON.stringify(saved.size) !== JSON.stringify(size)) return "is of a different size";
  const savedVersion = saved.version ?? (saved.code === undefined ? undefined : 1);
  return savedVersion === version ? undefined : `is of version ${savedVersion} of the scenario, not ${version}`;
}
