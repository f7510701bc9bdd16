import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AppUrls } from "./ports.ts";
import type { Stack } from "./stack.ts";
import { stateFolder } from "./stateFolder.ts";

/** What runs here and where, for scripts; there as long as it runs. */
export const runFile = join(stateFolder, "run.json");

/** An address's page of the explorer: the demo owner's where there is one, else the page that asks for an address. */
export const explorerPageUrl = ({ demoOwner }: Stack, { explorerUrl }: AppUrls): string =>
  `${explorerUrl}/${demoOwner === null ? "explore" : `address/${demoOwner}`}`;

/** Writes it whole or not at all: only its owner may read it, since it holds keys. */
export function writeRunFile(stack: Stack, urls: AppUrls): void {
  const { accessKey, demoOwner, chains, databaseUrl, demoClient } = stack;
  const docsUrl = `${urls.docsUrl}/reference`; // scripts read the reference, people begin at the top
  const { pid } = process; // whoever finds the file of one that was killed can know by it
  const facts = {
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
  writeFileSync(temporary, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, runFile);
}

export const deleteRunFile = (): void => rmSync(runFile, { force: true });
