import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ArtefactName } from "./artefacts.ts";
import { buildArtefact, type Inputs } from "./buildArtefact.ts";
import { changedSince, hashInputs } from "./hashInputs.ts";
import { deleteUnused, markUsed } from "./usedFolders.ts";

const ROOT = join(import.meta.dirname, "../../..");
const CACHE = join(ROOT, "node_modules/.cache/artefacts");

interface Places {
  root?: string;
  cache?: string;
}

/**
 * The main.js of an artefact of the present sources of this checkout, which is built unless an earlier build is of the
 * same sources. Its folder exists until this process ends.
 * @throws Error if a file that it needs isn't generated.
 */
export async function ensureArtefact(name: ArtefactName, { root = ROOT, cache = CACHE }: Places = {}): Promise<string> {
  await mkdir(cache, { recursive: true });
  const found = await findArtefact(name, { root, cache });
  if (found !== undefined) return found;
  const began = Date.now();
  const draft = join(cache, `.${name}-${randomUUID()}`);
  const { inputs } = await buildArtefact(root, name, draft);
  if (await changedSince(root, inputs, began)) {
    await rm(draft, { recursive: true });
    return await ensureArtefact(name, { root, cache });
  }
  const folder = join(cache, `${name}-${await hashInputs(root, inputs)}`);
  await markUsed(folder);
  await rename(draft, folder).catch((error: unknown) => {
    if (!existsSync(folder)) throw error; // otherwise another process has built the same
  });
  await rm(draft, { recursive: true, force: true });
  const listed = `${draft}.json`;
  await writeFile(listed, JSON.stringify(inputs));
  await rename(listed, listOf(cache, name));
  await deleteUnused(cache, name, folder);
  return join(folder, "main.js");
}

/** The same, but undefined unless it is built. */
export async function findArtefact(
  name: ArtefactName,
  { root = ROOT, cache = CACHE }: Places = {},
): Promise<string | undefined> {
  const known = await readFile(listOf(cache, name), "utf8").then(
    (text) => JSON.parse(text) as Inputs,
    () => undefined,
  );
  if (known === undefined) return undefined;
  const folder = join(cache, `${name}-${await hashInputs(root, known)}`);
  await markUsed(folder); // before it is looked up: another process may delete folders
  return existsSync(folder) ? join(folder, "main.js") : undefined;
}

const listOf = (cache: string, name: ArtefactName): string => join(cache, `${name}.json`);
