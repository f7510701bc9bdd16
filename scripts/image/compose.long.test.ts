/** The steps of deploy/README.md, by Docker: where it runs, and has or can pull the images. */
import { execFile } from "node:child_process";
import { readFileSync, rmSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startBareChain, type BareChain } from "@portico/devnet";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { stringify } from "yaml";
import { copyContext } from "./copyContext.ts";
import { forward, hasImage, isDockerRunning, tryOut } from "./docker.ts";
import { expectIndexed } from "./expectIndexed.ts";
import { readCommands } from "./readCommands.ts";

const run = promisify(execFile);
const root = mkdtempSync(join(tmpdir(), "portico-compose-"));
const folder = join(root, "deploy");
const checkout = join(import.meta.dirname, "../..");

const isRunning = isDockerRunning && tryOut("docker", "compose", "version") !== undefined;
const image = (name: string, file = "compose.yaml"): string =>
  new RegExp(`image: (${name}[:/]\\S+)`).exec(readFileSync(join(checkout, "deploy", file), "utf8"))![1]!;
const lacks = isRunning
  ? ["postgres", "caddy"].map((name) => image(name)).filter((name) => !hasImage(name))
  : ["Docker"];
if (lacks.length > 0) console.warn(`NOT TESTED: compose.yaml by Docker, because there is no ${lacks.join(", ")}`);

const LIMIT_MS = 1_800_000;
const WAIT = { timeout: 300_000, interval: 1_000 };

describe.skipIf(lacks.length > 0)("with Docker Compose", () => {
  const observers = ["prometheus", "grafana"].filter((name) => hasImage(image(name === "grafana" ? name : "prom")));
  const absent = ["prometheus", "grafana"].filter((name) => !observers.includes(name));
  if (absent.length > 0) console.warn(`NOT TESTED: ${absent.join(", ")}, because there is no image`);
  let chain: BareChain;
  let rpcUrl = "";

  beforeAll(async () => {
    copyContext(root);
    chain = await startBareChain(1);
    rpcUrl = await forward(new URL(chain.rpcUrl));
    const left = Object.fromEntries(absent.map((name) => [name, { profiles: ["absent"] }]));
    const build = { portico: { build: { network: "host" } } };
    writeFileSync(join(folder, "override.yaml"), stringify({ services: { ...left, ...build } }));
  }, 60_000);
  afterAll(async () => {
    await chain?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const shell = async (script: string): Promise<string> =>
    (await run("sh", ["-ec", script], { cwd: folder, env: { ...process.env, NO_COLOR: "1" }, maxBuffer: 64 << 20 }))
      .stdout;

  /** Removes the services after the work, and shows what they logged if it fails. */
  async function untilDown(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      console.error(await shell("docker compose logs --tail 3"));
      throw error;
    } finally {
      await shell("docker compose down --volumes --timeout 5");
    }
  }

  /** The commands of a section of the README. After the first, which makes .env, its settings are filled in. */
  async function follow(title: string, files: string): Promise<void> {
    for (const line of readCommands(title).filter((one) => one !== "cd deploy")) {
      await shell(line);
      if (line.startsWith("install ")) fillSettings(files);
    }
  }

  function fillSettings(files: string): void {
    const path = join(folder, ".env");
    const settings = { POSTGRES_PASSWORD: "secret1", GRAFANA_PASSWORD: "secret2", PORTICO_RPC_ETH: rpcUrl };
    let text = readFileSync(path, "utf8");
    for (const [name, value] of Object.entries(settings))
      text = text.replace(new RegExp(`^${name}=.*$`, "m"), `${name}=${value}`);
    writeFileSync(path, `${text}COMPOSE_FILE=${files}:override.yaml\n`);
  }

  interface Listed {
    readonly Service: string;
    readonly State: string;
    readonly Health: string;
    readonly ExitCode: number;
  }
  const list = async (): Promise<Listed[]> => {
    const lines = (await shell("docker compose ps --all --format json")).trim().split("\n");
    return lines.map((line) => JSON.parse(line) as Listed);
  };

  async function expectHealthy(): Promise<void> {
    await vi.waitFor(async () => {
      const listed = await list();
      const states = Object.fromEntries(listed.map((one) => [one.Service, one.Health || one.State]));
      expect(states).toEqual({
        ...Object.fromEntries(APPS.map((name) => [name, "healthy"])),
        ...Object.fromEntries(["network", "gateway", ...observers].map((name) => [name, "running"])),
        ...Object.fromEntries(
          Object.keys(states)
            .filter((name) => /^(?:database|worker\d)$/.test(name))
            .map((name) => [name, "healthy"]),
        ),
        migrate: "exited",
      });
      expect(listed.filter(({ ExitCode }) => ExitCode !== 0)).toEqual([]);
    }, WAIT);
  }

  const statusOf = async (url: string, headers: Record<string, string> = {}): Promise<number | undefined> =>
    (await fetch(url, { headers, redirect: "manual" }).catch(() => undefined))?.status;

  const expectAnswers = (): Promise<void> =>
    vi.waitFor(async () => {
      const urls = [4000, 4001, 4002, 4006, 4008].map((port) => `http://127.0.0.1:${port}/readyz`);
      expect(await Promise.all(urls.map((url) => statusOf(url)))).toEqual(urls.map(() => 200));
      expect(await statusOf("http://127.0.0.1:4003/")).toBe(200);
    }, WAIT);

  const createKey = async (): Promise<string> =>
    (await shell("docker compose run --rm portico keys create a")).split("\n")[0]!;

  async function expectFollowed(key: string): Promise<void> {
    await expectIndexed(chain, () => shell("docker compose run --rm portico status"), WAIT);
    const url = "http://127.0.0.1:4000/v1/user/token_list?chain_id=eth&id=0x00000000000000000000000000000000000000aa";
    expect(await statusOf(url, { AccessKey: key })).toBe(200);
    expect(await statusOf(url)).toBe(401);
  }

  /** Prometheus, if it is there, reads the metrics of each process. */
  async function expectScraped(): Promise<void> {
    const script = "fetch('http://prometheus:9090/api/v1/targets').then((r) => r.text()).then(console.log)";
    if (!observers.includes("prometheus")) return;
    await vi.waitFor(async () => {
      const found = JSON.parse(await shell(`docker compose exec indexer node -e "${script}"`)) as {
        data: { activeTargets: { labels: { instance: string }; health: string }[] };
      };
      const down = found.data.activeTargets.filter(({ health }) => health !== "up");
      expect(down.map(({ labels }) => labels.instance)).toEqual([]);
      expect(found.data.activeTargets).toHaveLength(7);
    }, WAIT);
  }

  test("every service is healthy, follows the chain, and survives that others restart", { timeout: LIMIT_MS }, () =>
    untilDown(async () => {
      await follow("With Docker Compose", "compose.yaml");
      await expectHealthy();
      await expectAnswers();
      const key = await createKey();
      await expectFollowed(key);
      expect(await shell("docker compose run --rm portico migrate --plan")).toContain("Nothing to do");

      for (const service of ["gateway", "indexer", "api"]) {
        const before = await shell(`docker inspect --format '{{.State.StartedAt}}' portico-${service}-1`);
        await shell(`docker compose exec ${service} sh -c 'kill 1'`);
        await vi.waitFor(async () => {
          expect(await shell(`docker inspect --format '{{.State.StartedAt}}' portico-${service}-1`)).not.toBe(before);
        }, WAIT);
        await expectAnswers();
      }
      await expectFollowed(key);
      await expectScraped();
    }),
  );

  const citus = image("citusdata", "compose.citus.yaml");
  test.runIf(hasImage(citus))("three Citus nodes answer instead of the one PostgreSQL", { timeout: LIMIT_MS }, () =>
    untilDown(async () => {
      await follow("With three Citus nodes", "compose.yaml:compose.citus.yaml");
      await expectHealthy();
      await expectAnswers();
      await expectFollowed(await createKey());
      const shown = await shell("docker compose run --rm portico status");
      for (const worker of ["worker1", "worker2"])
        expect(shown).toMatch(new RegExp(`^worker ${worker}:5432 +[1-9]\\d* shards`, "m"));
    }),
  );
});

const APPS = ["api", "api-2", "connect", "dashboard", "docs", "explorer", "indexer", "mcp"];
