/** The files in deploy/ agree with the apps: their names, settings, ports and metrics. */
import { spawnSync } from "node:child_process";
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ARTEFACT_NAMES } from "@portico/artefacts";
import { Ajv } from "ajv";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const root = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = ""]) => found);

interface Service {
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly environment?: Readonly<Record<string, number | string>>;
  readonly network_mode?: string;
}

const compose = parse(read("deploy/compose.yaml"), { merge: true }) as { services: Record<string, Service> };
const services = Object.entries(compose.services);
const settings = services.flatMap(([, { environment = {} }]) => Object.entries(environment));
/** Ports by the names of their settings' ends. */
const listPorts = (end: string) =>
  new Set(settings.flatMap(([name, value]) => (name.endsWith(end) ? [Number(value)] : [])));
const metricsPorts = listPorts("_METRICS_PORT");
const servicePorts = new Set([...listPorts("_PORT")].filter((port) => !metricsPorts.has(port)));

test("every app that is started is an artefact, and each of them is, but the mock", () => {
  const started = services.flatMap(([, { command = [], entrypoint = [] }]) =>
    matches([...command, ...entrypoint].join(" "), /\/portico\/(\w+)\/main\.js/g),
  );
  expect([...new Set(started)].toSorted()).toEqual(ARTEFACT_NAMES.filter((name) => name !== "mock").toSorted());
  const units = matches(read("deploy/systemd/portico.target"), /portico@(\w+)\.service/g);
  expect(units.filter((name) => !ARTEFACT_NAMES.some((known) => known === name))).toEqual([]);
});

/** What systemd says of the units, with a line added to the service. */
function verifyUnits(added: string): string {
  const folder = mkdtempSync(join(tmpdir(), "portico-units-"));
  try {
    copyFileSync(join(root, "deploy/systemd/portico.target"), join(folder, "portico.target"));
    const service = read("deploy/systemd/portico@.service").replace("[Service]", `[Service]\n${added}`);
    for (const name of ["", "api"]) writeFileSync(join(folder, `portico@${name}.service`), service);
    const units = ["./portico@api.service", "./portico.target"];
    return spawnSync("systemd-analyze", ["verify", "--man=no", ...units], { cwd: folder, encoding: "utf8" }).stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
if (!hasSystemd) console.warn("NOT TESTED: the systemd units, because there is no systemd-analyze");
test.skipIf(!hasSystemd)("systemd knows every line of the units", () => {
  expect(verifyUnits("")).toBe("");
  expect(verifyUnits("Restrat=no")).toContain("Unknown key 'Restrat'");
});

test("every setting is in an app's --help, or in the guide", () => {
  const sources = globSync(["apps/*/src/**/{main,config}.ts", "scripts/portico/*.ts"], { cwd: root });
  const texts = [...sources, "apps/docs/operating.md"].map(read).join("\n");
  const files = ["deploy/compose/example.env", "deploy/systemd/portico.env"].map(read).join("\n");
  const names = [...settings.map(([name]) => name), ...matches(files, /^(\w+)=/gm)];
  const own = names.filter((name) => /^(PORTICO|DATABASE)_/.test(name)).map((name) => name.replace(/_ETH$/, "_<"));
  expect(own.length).toBeGreaterThan(20);
  expect(own.filter((name) => !texts.includes(name))).toEqual([]);
});

test("compose.yaml fits the Compose Specification", () => {
  const folder = dirname(createRequire(import.meta.url).resolve("dclint/package.json")); // the schema that it checks with
  const { $schema: _draft, ...schema } = JSON.parse(readFileSync(join(folder, "schemas/compose.schema.json"), "utf8"));
  const fits = new Ajv({ allErrors: true, strict: false, validateFormats: false }).compile(schema as object);
  fits(compose);
  expect(fits.errors ?? []).toEqual([]);
  expect(fits({ services: { api: { imag: "portico" } } })).toBe(false);
});

test("the Dockerfile has no error that its linter knows", () => {
  expect(validate(read("deploy/Dockerfile"))).toEqual([]);
  expect(validate("FROM node\nRUNN node")).toEqual([expect.objectContaining({ message: "Unknown instruction: RUNN" })]);
});

test("the image's health check asks each app where it listens", () => {
  const [, text = ""] = /PORTS = ({.*})/.exec(read("deploy/healthcheck.mjs"))!;
  const chart = parse(read("deploy/helm/portico/files/apps.yaml")) as Record<string, { port: number }>;
  const ports = Object.entries(chart).filter(([, { port }]) => port !== 0); // the indexer's is set
  const [, mock] = /PORTICO_MOCK_PORT: port = "(\d+)"/.exec(read("apps/mock/src/main.ts"))!;
  expect(parse(text)).toEqual({
    ...Object.fromEntries(ports.map(([name, { port }]) => [name, port])),
    mock: Number(mock),
  });
});

describe("ports of compose.yaml", () => {
  test("no two apps that share one network use one", () => {
    const shared = services.flatMap(([, { environment = {}, network_mode: mode }]) =>
      mode === undefined
        ? []
        : Object.entries(environment).flatMap(([name, port]) => (name.endsWith("_PORT") ? [port] : [])),
    );
    expect(shared.length).toBeGreaterThan(8);
    expect(new Set(shared).size).toBe(shared.length);
  });

  test("the gateway forwards to each of them, and Prometheus reads each of their metrics", () => {
    const forwarded = matches(read("deploy/compose/Caddyfile"), /127\.0\.0\.1:(\d+)/g).map(Number);
    expect(new Set(forwarded)).toEqual(servicePorts);
    const scraped = matches(read("deploy/compose/prometheus.yml"), /(?:network|indexer):(\d+)/g).map(Number);
    expect(new Set(scraped)).toEqual(metricsPorts);
  });
});

test("alert rules are those of the guide, with metrics that exist", () => {
  const guide = read("apps/docs/operating.md");
  const { groups } = parse(read("deploy/alerts.yaml")) as { groups: { rules: { expr: string }[] }[] };
  const rules = groups.flatMap((group) => group.rules.map(({ expr }) => expr));
  const inGuide = guide.slice(guide.indexOf("## Alerts worth having"), guide.indexOf("## Traces"));
  expect(matches(inGuide, /^\| `([^`]+)`/gm)).toEqual(rules);
});

test("each alert rule names a runbook, and runbooks quote log lines, metrics and commands that exist", () => {
  const runbooks = read("apps/docs/runbooks.md");
  const titles = matches(runbooks, /^## (.+)$/gm);
  const anchors = new Set(titles.map((title) => title.toLowerCase().replaceAll(" ", "-")));
  const named = matches(read("deploy/alerts.yaml"), /^ +runbook_url: apps\/docs\/runbooks\.md#(.+)$/gm);
  const { groups } = parse(read("deploy/alerts.yaml")) as { groups: { rules: object[] }[] };
  expect(named).toHaveLength(groups.flatMap(({ rules }) => rules).length);
  expect(named.filter((anchor) => !anchors.has(anchor))).toEqual([]);
  const parts = runbooks.split(/^## .+$/m).slice(1);
  expect(parts.filter((part) => !/\*\*Symptom:\*\*/.test(part) || !/\*\*Over when:\*\*/.test(part))).toEqual([]);
  const sources = globSync("{apps,packages}/*/src/**/*.ts", {
    cwd: root,
    exclude: (path) => path.endsWith(".test.ts"),
  });
  const text = sources.map(read).join("\n");
  const quoted = LOG_LINES.filter((line) => !runbooks.replaceAll(/\s+/g, " ").includes(line) || !text.includes(line));
  expect(quoted).toEqual([]);
  const guide = read("apps/docs/operating.md");
  const metrics = matches(runbooks, /`(portico_\w+)/g).map((name) => name.replace(/_(?:bucket|count|sum)$/, ""));
  expect(metrics.length).toBeGreaterThan(10);
  expect(metrics.filter((name) => !guide.includes(name))).toEqual([]);
});

/** Of the runbooks. */
const LOG_LINES = [
  "indexing the chain failed; retrying",
  "database notifications are interrupted; reconnecting",
  "renewing leases failed; retrying",
  "a request failed",
  "chain reorganised",
  "a source reported transactions that the node lacks",
  "the receipts' blooms don't add up to the block's",
];
