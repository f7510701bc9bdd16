/** The Helm chart's values, what it knows of the apps, and its manifests with its defaults. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ARTEFACT_NAMES } from "@portico/artefacts";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { findFaults } from "./findFaults.ts";
import { describeSource, PLAIN_MANIFESTS } from "./plainManifests.ts";
import { CHART, type Manifest } from "./renderChart.ts";

const read = (path: string): string => readFileSync(join(CHART, path), "utf8");
const plain = readFileSync(PLAIN_MANIFESTS, "utf8");
const manifests = parseAllDocuments(plain).map((one) => one.toJS() as Manifest);

interface App {
  readonly port: number;
  readonly metricsPort: number;
  readonly readiness: string;
  readonly keys: readonly string[];
}
const apps = Object.entries(parse(read("files/apps.yaml")) as Record<string, App>);

interface Container {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: object;
}
interface Pod {
  readonly automountServiceAccountToken: boolean;
  readonly enableServiceLinks: boolean;
  readonly securityContext: object;
  readonly containers: readonly [Container];
}
const pods = manifests
  .filter(({ kind }) => kind === "Deployment" || kind === "Job")
  .map((one) => (one as unknown as { spec: { template: { spec: Pod } } }).spec.template.spec);

/** The help of each app, from its source. */
const helpOf = (name: string): string => {
  const files = { docs: "serveSite", indexer: "main" } as Record<string, string>;
  return readFileSync(join(CHART, `../../../apps/${name}/src/${files[name] ?? "config"}.ts`), "utf8");
};

describe("values", () => {
  const schema = JSON.parse(read("values.schema.json")) as object;
  const validate = new Ajv({ allErrors: true, strictTypes: false }).compile(schema);
  const faultsOf = (change: (values: Values) => void): string => {
    const values = parse(read("values.yaml")) as Values;
    change(values);
    return validate(values) ? "" : validate.errors!.map((one) => `${one.instancePath} ${one.message}`).join("; ");
  };
  // oxlint-disable-next-line typescript/no-explicit-any -- changed to what the schema refuses
  type Values = Record<string, any>;

  test("the defaults are valid, and every object names what it may have", () => {
    expect(faultsOf(() => undefined)).toBe("");
    const open: string[] = [];
    const visit = (node: unknown, path: string): void => {
      if (typeof node !== "object" || node === null) return;
      if ("type" in node && node.type === "object" && !("additionalProperties" in node)) open.push(path);
      for (const [name, inner] of Object.entries(node)) visit(inner, `${path}/${name}`);
    };
    visit(schema, "");
    expect(open).toEqual(["/properties/global"]); // Helm's own
  });

  test.each<[string, (values: Values) => void, string]>([
    ["a name that doesn't exist", (v) => (v["repliacs"] = 1), "must NOT have additional properties"],
    ["one within an app", (v) => (v["api"].replica = 1), "/api must NOT have additional properties"],
    ["one replica of the API", (v) => (v["api"].replicas = 1), "/api/replicas must be >= 2"],
    ["a number as a setting", (v) => (v["settings"].PORTICO_FOLLOW_DAYS = 30), "must be string"],
    ["a setting in lower case", (v) => (v["settings"].portico = "1"), "/settings property name must be valid"],
    ["a URL with a path", (v) => (v["urls"].api = "https://a.example/v1"), "/urls/api must match pattern"],
    ["http for the sign-in service", (v) => (v["urls"].connect = "http://a.example"), "/urls/connect must match"],
    ["a secret itself", (v) => (v["secrets"].database.url = "postgresql://"), "/secrets/database must NOT have"],
    ["no chain", (v) => (v["secrets"].nodes.keys = []), "must NOT have fewer than 1 items"],
    ["a memory without a unit that exists", (v) => (v["api"].resources.limits.memory = "1GB"), "must match pattern"],
    ["an image digest that is cut", (v) => (v["image"].digest = "sha256:00"), "/image/digest must match pattern"],
    ["a value that was deleted", (v) => delete v["image"], "must have required property 'image'"],
  ])("%s is refused", (_what, change, fault) => {
    expect(faultsOf(change)).toContain(fault);
  });
});

describe("apps.yaml", () => {
  test("has every app but the mock, which no one deploys, and the commands", () => {
    const others = new Set<string>(["mock", "portico"]);
    expect(apps.map(([name]) => name)).toEqual(ARTEFACT_NAMES.filter((name) => !others.has(name)).toSorted());
  });

  test.each(apps)("%s: its port and its keys are in its help, and no other app has its ports", (name, app) => {
    const help = helpOf(name);
    const stated = app.port > 0 ? `port to listen on.*\\b${app.port}\\b` : `${name.toUpperCase()}_METRICS_PORT`;
    expect(help).toMatch(new RegExp(stated));
    expect(app.keys.filter((key) => !help.includes(key))).toEqual([]);
    const ports = apps.flatMap(([, other]) => [other.port, other.metricsPort]).filter((port) => port > 0);
    expect(ports.filter((port) => port === app.port || port === app.metricsPort)).toHaveLength(
      [app.port, app.metricsPort].filter((port) => port > 0).length,
    );
  });
});

describe("deploy/kubernetes/portico.yaml", () => {
  test("is rendered from the chart as it is: `pnpm test:long scripts/chart --update`, with Helm or Go, renders it anew", () => {
    expect(plain.split("\n", 1)[0]).toBe(describeSource().trim());
  });

  test("fits Kubernetes' schemas", async () => {
    expect(manifests.map(({ kind }) => kind)).toContain("PodDisruptionBudget");
    expect(await findFaults(manifests)).toEqual([]);
    const [wrong] = structuredClone(manifests) as [{ spec: { template: unknown } } & Manifest];
    wrong.spec.template = "none";
    expect(await findFaults([wrong])).toEqual([expect.stringContaining("/spec/template must be object")]);
  });

  test("has no pod that is root, may write to its image, or has a capability or a token", () => {
    expect(pods).toHaveLength(8);
    for (const { automountServiceAccountToken, enableServiceLinks, securityContext, containers } of pods) {
      expect(automountServiceAccountToken).toBe(false);
      expect(enableServiceLinks).toBe(false); // variables such as PORTICO_CONNECT_PORT are settings
      expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
      expect(containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
    }
  });

  test("starts artefacts with settings that exist, and no secret's value", () => {
    const started = pods.map(({ containers: [{ args }] }) => /^\/portico\/(\w+)\/main\.js$/.exec(args[0] ?? "")?.[1]);
    expect(started.filter((name) => !ARTEFACT_NAMES.some((known) => known === name))).toEqual([]);
    const settings = pods.flatMap(({ containers: [{ env }] }) => env);
    const texts = apps.map(([name]) => helpOf(name)).join("\n");
    const names = settings.map(({ name }) => name.replace(/_(HOST|URL|ETH)$/, (end) => (end === "_ETH" ? "_<" : end)));
    expect(names.length).toBeGreaterThan(40);
    const service = /^PORTICO_(API|CONNECT|DASHBOARD|EXPLORER|MCP)_METRICS_(HOST|PORT)$/; // telemetryHelp
    expect(names.filter((name) => !texts.includes(name) && !service.test(name))).toEqual([]);
    const secret = /KEY|SECRET|DATABASE|RPC/;
    expect(settings.filter(({ name, value }) => secret.test(name) && value !== undefined)).toEqual([]);
  });
});
