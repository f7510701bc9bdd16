import { randomInt } from "node:crypto";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const isLong = process.env["PORTICO_TEST_LONG"] === "1";

/** A run of all tests is the same each time; the long tests search with new values. */
const propertySeed = Number(process.env["PORTICO_TEST_SEED"] ?? (isLong ? randomInt(2 ** 31) : 1));
if (!Number.isInteger(propertySeed)) throw new Error("PORTICO_TEST_SEED must be an integer");
console.log(`Property tests use seed ${propertySeed}: PORTICO_TEST_SEED=${propertySeed} repeats them.`);

/** Files of at least five seconds each on an idle machine; the others are in vitest's order, which assumes that small files are quick. */
const LONGEST = [
  "/start.test.ts",
  "/forks.test.ts",
  "/indexer/src/main.test.ts",
  "/reorgs.test.ts",
  "/explorer.test.ts",
  "/startPostgres.test.ts",
  "/pictures.test.ts",
  "/realTransactions.test.ts",
  "/collectHistories.test.ts",
  "/truth.test.ts",
  "/positions.test.ts",
  "/follow.test.ts",
  "/ownersMode.test.ts",
  "/kill.test.ts",
  "/docs.test.ts",
  "/main.test.ts",
  "/startDevnet.test.ts",
  "/values.test.ts",
  "/truth/histories.test.ts",
  "/web.test.ts",
  "/createSource.test.ts",
  "/leaseSharing.test.ts",
  "/endpointProfile.test.ts",
  "/unloggedMoves.test.ts",
  "/rewind.test.ts",
  "/truth/initialScan.test.ts",
  "/page.test.ts",
  "/doctor.test.ts",
  "/me/me.test.ts",
  "/priceHistory.test.ts",
  "/signInFlow.test.ts",
  "/me/portfolio.test.ts",
  "/strictNode.test.ts",
  "/headChanges.test.ts",
  "/lostNotifications.test.ts",
  "/indexChain.test.ts",
  "/badInput.test.ts",
  "/evaluation/attacks.test.ts",
  "/samples.test.ts",
  "/migrate.test.ts",
  "/rpcHostile.test.ts",
  "/syncTokenMetadata.test.ts",
];

/** LONGEST in their order, so that no worker is left with one of them at the end, then the others. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => LONGEST.findIndex((name) => moduleId.endsWith(name));
    // oxlint-disable-next-line unicorn/no-array-sort -- vitest's own, which returns a new list
    const sorted = await super.sort(files);
    const longest = sorted.filter((file) => rankOf(file) >= 0).toSorted((a, b) => rankOf(a) - rankOf(b));
    return [...longest, ...sorted.filter((file) => rankOf(file) < 0)];
  }
}

export default defineConfig({
  test: {
    include: ["{packages,apps,bench,examples}/*/**/*.test.ts", "{scripts,spec}/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**", ...(isLong ? [] : ["**/*.long.test.ts"])],
    typecheck: { enabled: true, include: ["{packages,apps}/*/**/*.test-d.ts"] },
    globalSetup: [
      "packages/store/src/testing/vitest.setup.ts",
      "apps/connect/src/page.setup.ts",
      "apps/dashboard/src/web.setup.ts",
      "apps/explorer/src/web.setup.ts",
    ],
    setupFiles: ["scripts/propertySeed.setup.ts", "scripts/waitTimeout.setup.ts"],
    expect: { poll: { timeout: 20_000 } },
    provide: { propertySeed },
    testTimeout: isLong ? 1_800_000 : 300_000,
    hookTimeout: 300_000,
    maxWorkers: 3, // for two cores: workers wait for their child processes for a fifth of the time
    sequence: { sequencer: LongestFirst },
    execArgv: ["--min-semi-space-size=32", "--max-semi-space-size=64"], // in MB: fewer collections of garbage
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules", ".cache", "node") }, // shared with child processes of tests
    isolate: false, // tests share no mutable state: modules are loaded once, not for each file
    // Node runs the sources itself, with a quarter less CPU time than through Vite; no test mocks a module
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
