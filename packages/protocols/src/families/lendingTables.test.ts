import { chains } from "@portico/evm";
import { expect, test } from "vitest";
import { aave2 } from "../aave2/aave2.ts";
import { aave3 } from "../aave3/aave3.ts";
import { compound2 } from "../compound2/compound2.ts";
import { compound3 } from "../compound3/compound3.ts";
import { moonwell } from "../moonwell/moonwell.ts";
import { morphoblue } from "../morphoblue/morphoBlue.ts";
import { spark } from "../spark/spark.ts";
import { tydro } from "../tydro/tydro.ts";
import { venus } from "../venus/venus.ts";

const slugs = new Set(chains.map(({ slug }) => slug));
const lending = [aave2, aave3, compound2, compound3, moonwell, morphoblue, spark, tydro, venus];

const listStrings = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Object.values(value ?? {}).flatMap(listStrings);

test.each(lending.map((adapter) => [adapter.id, adapter.deployments] as const))(
  "the table of %s names our chains, and lower-case addresses",
  (_id, deployments) => {
    const rows = Object.entries(deployments);
    expect(rows.length).toBeGreaterThan(0);
    for (const [chain, contracts] of rows) {
      expect(slugs).toContain(chain);
      const texts = listStrings(contracts).filter((text) => text.startsWith("0x"));
      expect(texts.length).toBeGreaterThan(0);
      for (const text of texts) expect(text).toMatch(/^0x[0-9a-f]{40}$/);
    }
  },
);

test("every market of Aave has its own name and pool", () => {
  for (const adapter of [aave2, aave3, spark, tydro]) {
    for (const { markets } of Object.values(adapter.deployments)) {
      const pools = markets.map(({ pool }) => pool);
      expect(new Set(pools).size).toBe(pools.length);
      for (const { name, pool } of markets) expect([name, pool].every((text) => text.length > 0)).toBe(true);
    }
  }
});

test("every Comet has a rewards contract", () => {
  for (const { comets, rewards } of Object.values(compound3.deployments)) {
    expect(comets.length).toBeGreaterThan(0);
    expect(rewards).toMatch(/^0x/);
  }
});
