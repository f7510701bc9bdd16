import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";

/** The Helm chart's folder. */
export const CHART = join(import.meta.dirname, "../../deploy/helm/portico");

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

/** Renders templates: `helm`, or Go's template engine with the functions that Helm adds to it. */
export type Renderer = "go" | "helm";

const RELEASE = "portico";
const GO_PROGRAM = join(import.meta.dirname, "renderChart.go");
/** Debian's golang-go, golang-github-masterminds-sprig-dev and golang-k8s-sigs-yaml-dev. */
const GO_ENV = { GOPATH: "/usr/share/gocode", ...process.env, GO111MODULE: "off" };

/** Undefined if there is neither Helm, nor Go with its libraries. */
export function findRenderer(): Renderer | undefined {
  if (spawnSync("helm", ["version"]).status === 0) return "helm";
  const libraries = ["github.com/Masterminds/sprig", "sigs.k8s.io/yaml"];
  return spawnSync("go", ["list", ...libraries], { env: GO_ENV }).status === 0 ? "go" : undefined;
}

/**
 * The chart's manifests, sorted by kind and name.
 * @param values - That differ from values.yaml.
 * @throws Error with what the renderer reports.
 */
export function renderChart(renderer: Renderer, values: object): Manifest[] {
  const folder = mkdtempSync(join(tmpdir(), "portico-chart-"));
  try {
    const file = join(folder, "values.json");
    writeFileSync(file, JSON.stringify(values));
    const texts = renderer === "helm" ? [runHelm(file)] : runGo(file);
    const manifests = texts.flatMap((text) => parseAllDocuments(text).map((one): unknown => one.toJS()));
    const idOf = ({ kind, metadata: { name } }: Manifest): string => `${kind} ${name}`;
    return (manifests.filter((one) => one !== null) as Manifest[]).toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const runHelm = (values: string): string =>
  execFileSync("helm", ["template", RELEASE, CHART, "--values", values], { encoding: "utf8" });

function runGo(values: string): string[] {
  const stdout = execFileSync("go", ["run", GO_PROGRAM, CHART, values, RELEASE, "default"], {
    env: GO_ENV,
    encoding: "utf8",
  });
  const rendered = Object.entries(JSON.parse(stdout) as Record<string, string>);
  return rendered.filter(([name]) => name.endsWith(".yaml")).map(([, text]) => text);
}
