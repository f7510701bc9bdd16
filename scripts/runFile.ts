import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AppUrls } from "./ports.ts";
import type { Stack } from "./stack.ts";
import { stateFolder } from "./stateFolder.ts";

/** The services that run here and their URLs, for scripts; exists while they run. */
export const runFile = join(stateFolder, "run.json");

/** The explorer page of an address: the demo owner's if there is one, otherwise the page with the address field. */
export const explorerPageUrl = ({ demoOwner }: Stack, { explorerUrl }: AppUrls): string =>
  `${explorerUrl}/${demoOwner === null ? "explore" : `address/${demoOwner}`}`;

/** Writes it atomically: only its owner may read it, since it contains keys. */
export function writeRunFile(stack: Stack, urls: AppUrls): void {
  const { accessKey, demoOwner, chains, databaseUrl, demoClient } = stack;
  const docsUrl = `${urls.docsUrl}/reference`; // scripts read the reference, users start at the home page
  const { pid } = process; // a leftover file of a killed process can be recognised by it
  const run = {
    pid,
    ...urls,
    docsUrl,
    explorerUrl: explorerPageUrl(stack, urls),
    accessKey,
    demoOwner,
    chains,
    databaseUrl,
    ...demoClient,
  };
  const temporary = `${runFile}.${pid}`;
  writeFileSync(temporary, `${JSON.stringify(run, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, runFile);
}

export const deleteRunFile = (): void => rmSync(runFile, { force: true });
