/** The Helm chart, rendered by Helm, or by Go's template engine with sprig where there is no Helm. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PLAIN_MANIFESTS, printManifests } from "./plainManifests.ts";
import { findRenderer, type Manifest, renderChart } from "./renderChart.ts";
import { findFaults } from "./findFaults.ts";

const renderer = findRenderer();
if (renderer === undefined)
  console.warn("NOT TESTED: the Helm chart's templates, because neither Helm nor Go with sprig is installed");
if (renderer === "go") console.warn("Helm is not installed: its templates are rendered by Go's engine with sprig");

const render = (values: object): Manifest[] => renderChart(renderer ?? "helm", values);
const count = (manifests: readonly Manifest[]) =>
  Object.fromEntries([...Map.groupBy(manifests, ({ kind }) => kind)].map(([kind, all]) => [kind, all.length]));

/** Every optional part. */
const ALL = {
  image: { repository: "registry.example/portico", digest: `sha256:${"0".repeat(64)}` },
  imagePullSecrets: [{ name: "registry" }],
  secrets: { database: { directKey: "DIRECT" }, nodes: { keys: ["PORTICO_RPC_ETH", "PORTICO_RPC_BSC"] } },
  settings: { PORTICO_LOG_LEVEL: "warn", PORTICO_FOLLOW_DAYS: "3000000" },
  trustedProxies: ["10.0.0.0/8", "::1"],
  api: {
    settings: { PORTICO_LOG_LEVEL: "debug" },
    settingsFrom: { PORTICO_MESSAGE_WEBHOOK_SECRET: { name: "webhook", key: "secret" } },
    autoscaling: { enabled: true, maxReplicas: 4 },
  },
  migrate: { rebuild: true },
  ingress: { enabled: true, className: "nginx", annotations: { "example.com/a": "b" }, tlsSecret: "portico-tls" },
  monitoring: { enabled: true, labels: { release: "prometheus" } },
  nodeSelector: { "kubernetes.io/os": "linux" },
  tolerations: [{ key: "dedicated", operator: "Exists", effect: "NoSchedule" }],
};

describe.skipIf(renderer === undefined)("the chart", () => {
  test("with its defaults is deploy/kubernetes/portico.yaml", async () => {
    await expect(printManifests(render({}))).toMatchFileSnapshot(PLAIN_MANIFESTS);
  });

  test("with everything has manifests that Kubernetes' schemas accept, without a field that they don't know", async () => {
    const manifests = render(ALL);
    expect(count(manifests)).toEqual({
      Deployment: 7,
      HorizontalPodAutoscaler: 1,
      Ingress: 1,
      Job: 1,
      PodDisruptionBudget: 3,
      PrometheusRule: 1,
      Service: 7,
      ServiceMonitor: 1,
    });
    expect(await findFaults(manifests)).toEqual([]);
    expect(compile(manifests)).toBe("");
    const typo = structuredClone(manifests) as (Manifest & { spec?: { replica?: number } })[];
    typo.find(({ kind }) => kind === "Deployment")!.spec!.replica = 2;
    expect(compile(typo)).toMatch(/replica.*does not exist/);
  });

  test("leaves out what is switched off, and the replicas that an autoscaler sets", () => {
    const manifests = render({ migrate: { enabled: false }, docs: { replicas: 0 }, connect: { replicas: 1 } });
    expect(count(manifests)).toEqual({ Deployment: 6, PodDisruptionBudget: 2, Service: 6 });
    const api = (all: Manifest[]) =>
      all.find(({ kind, metadata }) => `${kind} ${metadata.name}` === "Deployment portico-api");
    expect(api(manifests)).toHaveProperty("spec.replicas", 2);
    expect(api(render(ALL))).not.toHaveProperty("spec.replicas");
  });

  test("passes settings, secrets by reference, and the places of public URLs", () => {
    const manifests = render(ALL);
    const envOf = (name: string) => {
      const found = manifests.find((one) => one.metadata.name === `portico-${name}` && /Deploy|Job/.test(one.kind));
      const { template } = (found as unknown as { spec: { template: Pod } }).spec;
      return template.spec.containers[0]!;
    };
    const env = (name: string) =>
      Object.fromEntries(envOf(name).env.map((one) => [one.name, one.value ?? one.valueFrom]));
    const secret = (name: string, key: string) => ({ secretKeyRef: { name, key } });
    expect(env("api")).toMatchObject({
      DATABASE_URL: secret("portico-database", "DATABASE_URL"),
      DATABASE_DIRECT_URL: secret("portico-database", "DIRECT"),
      PORTICO_RPC_BSC: secret("portico-nodes", "PORTICO_RPC_BSC"),
      PORTICO_MESSAGE_WEBHOOK_SECRET: secret("webhook", "secret"),
      PORTICO_LOG_LEVEL: "debug",
      PORTICO_TRUSTED_PROXIES: "10.0.0.0/8,::1",
    });
    expect(env("indexer")).toMatchObject({
      PORTICO_LOG_LEVEL: "warn",
      PORTICO_FOLLOW_DAYS: "3000000",
      PORTICO_MIGRATE: "off",
    });
    expect(env("explorer")).toMatchObject({ PORTICO_API_URL: "http://portico-api:4000" });
    expect(env("dashboard")).toMatchObject({ PORTICO_API_URL: "https://api.portico.example" });
    expect(env("docs")).not.toHaveProperty("DATABASE_URL");
    expect(envOf("migrate")).toMatchObject({
      image: `registry.example/portico@sha256:${"0".repeat(64)}`,
      args: ["/portico/portico/main.js", "migrate", "--rebuild"],
    });
    const ingress = manifests.find(({ kind }) => kind === "Ingress");
    expect(ingress).toHaveProperty("spec.rules.4.host", "portico.example");
    expect(ingress).toHaveProperty("spec.rules.4.http.paths.0.backend.service.name", "portico-explorer");
  });

  test("has the alert rules of deploy/alerts.yaml; those of other programs' metrics are limited to the release", () => {
    const rule = render(ALL).find(({ kind }) => kind === "PrometheusRule");
    const { groups } = (rule as unknown as { spec: { groups: { rules: { expr: string }[] }[] } }).spec;
    const rules = groups.flatMap((group) => group.rules.map(({ expr }) => expr));
    expect(rules).toContain('up{namespace="default",service=~"portico-.+"} == 0');
    expect(rules.filter((expr) => !/portico[_-]/.test(expr))).toEqual([]);
  });
});

interface Pod {
  readonly spec: {
    readonly containers: readonly {
      readonly env: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: object }[];
    }[];
  };
}

/** What TypeScript reports of the manifests as literals of Kubernetes' types, which allow no other field. */
function compile(manifests: readonly Manifest[]): string {
  const folder = mkdtempSync(join(import.meta.dirname, ".manifests-"));
  try {
    const lines = manifests.map((manifest, index) => {
      const { apiVersion, kind } = manifest;
      const isCore = !apiVersion.includes("/");
      const from = apiVersion.startsWith("monitoring.")
        ? "@kubernetes-models/prometheus-operator"
        : "kubernetes-models";
      const path = isCore ? apiVersion : apiVersion.replace(/^autoscaling\.k8s\.io/, "autoscaling");
      return `import type { I${kind} as T${index} } from '${from}/${path}';\nexport const m${index}: T${index} = ${JSON.stringify(manifest)};`;
    });
    writeFileSync(join(folder, "manifests.ts"), lines.join("\n"));
    const args = ["exec", "tsc", "--ignoreConfig", "--noEmit", "--strict", "--module", "nodenext", "--skipLibCheck"];
    execFileSync("pnpm", [...args, "--types", "", join(folder, "manifests.ts")], { encoding: "utf8", stdio: "pipe" });
    return "";
  } catch (error) {
    return (error as { stdout: string }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
