import { defineConfig } from "vitest/config";

const isLong = process.env["PORTICO_TEST_LONG"] === "1";

export default defineConfig({
  test: {
    include: ["{packages,apps,bench,examples}/*/**/*.test.ts", "{scripts,spec}/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**", ...(isLong ? [] : ["**/*.long.test.ts"])],
    typecheck: { enabled: true, include: ["{packages,apps}/*/**/*.test-d.ts"] },
    globalSetup: ["packages/store/src/testing.setup.ts", "apps/connect/src/page.setup.ts"],
    testTimeout: isLong ? 1_800_000 : 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    isolate: false, // no test changes what another could meet: modules are loaded once, not for each file
  },
});
