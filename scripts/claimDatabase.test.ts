import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBareChain } from "@portico/devnet";
import {
  ensureChainState,
  findAccessKey,
  findDeployment,
  findOauthClient,
  keySubject,
  listChainStates,
} from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, expect, test } from "vitest";
import { claimDatabase, type DatabaseClaim } from "./claimDatabase.ts";
import { demoClient } from "./demoClient.ts";
import { dashboardClient, explorerClient } from "./storedClient.ts";
import { demoKey } from "./storedKey.ts";

const [{ db, url, drop }, chain] = await Promise.all([createTestDatabase(), startBareChain(1)]);
const folder = mkdtempSync(join(tmpdir(), "portico-claim-"));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all([drop(), chain.stop()]);
});

const devnet = { eth: { rpcUrl: chain.rpcUrl, chainId: 1 } };
const lines: string[] = [];
const claim = (changes: Partial<DatabaseClaim> = {}) => {
  const usual = { devnet: undefined, isEmbedded: false, allowsDevnetDatabase: false };
  return claimDatabase(url, { ...usual, report: (line) => lines.push(line), ...changes });
};

test("one database serves a devnet or real chains; a devnet's database serves real ones only when allowed, without the devnet's data", async () => {
  await claim({ devnet });
  await claim({ devnet });
  const key = await demoKey(db, folder, keySubject("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"));
  const genesisHash = (await findDeployment(db))?.genesisHashes[0];
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n, genesisHash });
  await expect(claim()).rejects.toThrow("--allow-devnet-database");
  expect(await findAccessKey(db, key)).toMatchObject({ revokedAt: null });

  const clients = [
    await demoClient(db, folder),
    await dashboardClient(db, folder, "http://127.0.0.1:4002"),
    await explorerClient(db, folder, "http://127.0.0.1:4006"),
  ];

  await claim({ allowsDevnetDatabase: true });
  expect(lines).toEqual([expect.stringContaining("disabled its 1 keys, 1 accounts and 3 clients")]);
  for (const { clientId } of clients) expect(await findOauthClient(db, clientId)).toMatchObject({ isDisabled: true });
  expect(await findAccessKey(db, key)).toMatchObject({ revokedAt: expect.any(Date) as Date, isAccountDisabled: true });
  expect(await listChainStates(db)).toEqual([]);
  await claim();
  await expect(claim({ devnet })).rejects.toThrow("The database is used by real chains");
});
