import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createTemplate, startTestPostgres } from "@portico/store/testing";
import { root } from "./stateFolder.ts";
import { runService } from "./truth/runService.ts";

const SEED = 1;
/** As few as there can be: what an indexer has to get right happens all the same, and files stay small. */
const SIZE = { people: 10, transactions: 320 };

/** Whom the mock knows, by their place among the people of this seed. */
const PEOPLE: readonly (readonly [place: number, name: string, about: string])[] = [
  [0, "demo", "some of everything: odd tokens too, positions, a debt, NFTs, approvals of every kind"],
  [1, "farmer", "vaults and pools on two chains"],
  [2, "staker", "staked coins and supplied tokens"],
  [6, "collector", "NFTs and no positions"],
  [7, "saver", "one small position"],
  [9, "newcomer", "a few tokens on two chains, and nothing else"],
];

/** Records the mock's people from a pocket of their own: a service on free ports, asked by apps/mock, and ended. */
async function recordMock(): Promise<number> {
  const postgres = await startTestPostgres();
  try {
    const databaseFrom = { serverUrl: postgres.url, template: await createTemplate(postgres.url) };
    const listPositionUrls = async (_chain: string, rpcUrl: string) => [rpcUrl];
    const options = { chains: ["eth", "base", "matic"], listPositionUrls, databaseFrom } as const;
    const service = await runService(SEED, SIZE, options);
    try {
      await service.findFacts();
      await service.writePoints();
      const { people } = service.pocket;
      const candidates = PEOPLE.map(([place, name, about]) => `${name}=${people[place] ?? ""}=${about}`);
      const child = spawn(process.execPath, [join(root, "apps/mock/src/record/main.ts"), ...candidates], {
        env: { ...process.env, PORTICO_API_URL: service.apiUrl, PORTICO_ACCESS_KEY: service.accessKey },
        stdio: "inherit",
      });
      const [code] = (await once(child, "exit")) as [number | null];
      return code ?? 1;
    } finally {
      await service.stop();
    }
  } finally {
    await postgres.stop();
  }
}

process.exitCode = await recordMock();
