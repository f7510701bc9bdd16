import { readFileSync } from "node:fs";
import path from "node:path";
import { createMetrics } from "@portico/indexer";
import { createServiceMetrics } from "@portico/server/metrics";
import { expect, test } from "vitest";

const docs = path.join(import.meta.dirname, "../apps/docs");
const guide = readFileSync(path.join(docs, "operating.md"), "utf8");
const board = readFileSync(path.join(docs, "grafana/portico.json"), "utf8");

const service = createServiceMetrics();
service.showPool(() => ({ open: 0, idle: 0, waiting: 0, max: 0 }));
service.showReplicas(
  () => [],
  () => 0,
);
service.showEventStreams(() => 0);
service.observeCache(() => ({ hits: 0, misses: 0, answers: 0, bytes: 0 }));
const all = [
  ...service.registry.getMetricsAsArray(),
  ...createMetrics({ withProcess: false }).registry.getMetricsAsArray(),
];
const existing = new Set(all.map(({ name }) => name));

/** Metrics that a text names; a histogram's series count as the histogram. */
const listNamed = (text: string): string[] =>
  [...text.matchAll(/\b(?:portico|process|nodejs)_[a-z0-9_]*[a-z0-9]/g)].map(([name]) =>
    existing.has(name) ? name : name.replace(/_(?:bucket|count|sum)$/, ""),
  );

test("the Grafana dashboard and the guide name only existing metrics, and the guide has all of ours", () => {
  expect(JSON.parse(board)).toMatchObject({ uid: "portico" });
  expect(listNamed(board).length).toBeGreaterThan(20);
  for (const text of [board, guide]) expect(listNamed(text).filter((name) => !existing.has(name))).toEqual([]);
  const inGuide = new Set(listNamed(guide));
  expect([...existing].filter((name) => name.startsWith("portico_") && !inGuide.has(name))).toEqual([]);
});
