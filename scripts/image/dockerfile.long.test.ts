/** The commands of the Dockerfile's stages, in roots that have no more than their base images. Docker itself isn't needed. */
import { execFile, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ARTEFACT_NAMES } from "@portico/artefacts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PLAIN_MANIFESTS } from "../chart/plainManifests.ts";
import { copyContext } from "./copyContext.ts";
import { readStages, type Stage } from "./readStages.ts";
import { CHROOT, makeBuildRoot, makeRuntimeRoot, MOUNT_BUILD, MOUNT_RUNTIME } from "./slimRoot.ts";

const run = promisify(execFile);
const checkout = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(checkout, path), "utf8");
const [build, final] = readStages(read("deploy/Dockerfile")) as [Stage, Stage];
const scratch = mkdtempSync(join(tmpdir(), "portico-image-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }), 300_000);
const folder = (name: string): string => {
  mkdirSync(join(scratch, name), { recursive: true });
  return join(scratch, name);
};

const { status, stderr } = spawnSync("unshare", ["-m", "-n", "true"], { encoding: "utf8" });
const isDebian = existsSync("/etc/debian_version");
const refusal = status !== 0 ? `unshare is refused: ${stderr.trim()}` : isDebian ? undefined : "this is not Debian";
if (refusal !== undefined) console.warn(`NOT TESTED: the stages of the Dockerfile, because ${refusal}`);

const LIMIT_MS = 1_800_000;

/** Of a network that has its own: as its Docker passes them. */
const authorities = process.env["NODE_EXTRA_CA_CERTS"] ?? "";
const CERTIFICATES =
  authorities === ""
    ? ""
    : ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "npm_config_cafile"].map((name) => `${name}=${authorities}`).join(" ");

describe.skipIf(refusal !== undefined)("the Dockerfile", () => {
  const built = join(scratch, "build-root/build");

  beforeAll(async () => {
    const root = folder("build-root");
    const PATH = makeBuildRoot(root);
    let cwd = "/";
    for (const { keyword, text } of build.steps) {
      if (keyword === "WORKDIR") cwd = text;
      else if (keyword === "COPY" && text === ". .") copyContext(join(root, cwd));
      else if (keyword === "RUN") {
        const env = `HOME=/root PATH=${PATH} ${CERTIFICATES}`;
        const script = `root=$1 && ${MOUNT_BUILD} && exec env -i ${env} ${CHROOT} $root sh -c "cd ${cwd} && $2"`;
        await run("unshare", ["-m", "sh", "-c", script, "sh", root, text], { maxBuffer: 64 << 20 });
      } else throw new Error(`${keyword} ${text} of the build stage is not tested`);
    }
  }, LIMIT_MS);

  test("builds every app in its first stage, from a clean checkout with an empty home", () => {
    expect(build).toMatchObject({ base: "node:24-bookworm-slim", name: "build" });
    expect(readdirSync(built).toSorted()).toEqual(ARTEFACT_NAMES.toSorted());
  });

  test(
    "runs its image without root and write access, and the pods of the Kubernetes manifests pass their probes in it",
    async () => {
      const steps = Map.groupBy(final.steps, ({ keyword }) => keyword);
      expect([...steps.keys()].toSorted()).toEqual([
        "CMD",
        "COPY",
        "ENTRYPOINT",
        "ENV",
        "HEALTHCHECK",
        "LABEL",
        "USER",
      ]);
      expect(steps.get("COPY")).toEqual([
        { keyword: "COPY", flags: { from: "build" }, text: "/build /portico" },
        { keyword: "COPY", flags: {}, text: "deploy/healthcheck.mjs /portico/" },
      ]);
      copyFileSync(join(checkout, "deploy/healthcheck.mjs"), join(built, "healthcheck.mjs"));
      expect(steps.get("USER")?.[0]?.text).toBe("node"); // 1000 in the base image, as in slimRoot.ts
      const root = folder("runtime-root");
      makeRuntimeRoot(root, ["portico-api"]);
      const json = (keyword: string) => JSON.parse(steps.get(keyword)?.[0]?.text ?? "") as string[];
      const image = {
        root,
        entrypoint: json("ENTRYPOINT"),
        command: json("CMD"),
        env: Object.fromEntries(steps.get("ENV")!.map(({ text }) => text.split("="))),
        manifests: PLAIN_MANIFESTS,
      };
      const script = `root=$1 built=$2 && shift 2 && ip link set lo up && ${MOUNT_RUNTIME} && exec "$@"`;
      const main = [process.execPath, join(import.meta.dirname, "podsMain.ts"), JSON.stringify(image)];
      const { stdout } = await run("unshare", ["-m", "-n", "sh", "-c", script, "sh", root, built, ...main]);
      const probed = { startup: 200, liveness: 200, readiness: 200 };
      expect(JSON.parse(stdout)).toEqual({
        help: expect.stringContaining("migrate the database to the schema of this version"),
        user: 1000,
        refused: ["EROFS", "EROFS", "written"],
        migrated: expect.stringContaining("applied: the schema is of this version"),
        secrets: [
          "PORTICO_API_KEY",
          "PORTICO_CONNECT_KEYS",
          "PORTICO_DASHBOARD_CLIENT_ID",
          "PORTICO_DASHBOARD_CLIENT_SECRET",
          "PORTICO_EXPLORER_CLIENT_ID",
          "PORTICO_EXPLORER_CLIENT_SECRET",
          "PORTICO_EXPLORER_KEY",
          "PORTICO_MCP_SECRET",
        ],
        pods: {
          api: probed,
          connect: probed,
          dashboard: probed,
          docs: probed,
          explorer: probed,
          indexer: probed,
          mcp: probed,
        },
        chains: 200,
        explorer: 200,
      });
    },
    LIMIT_MS,
  );

  test("its health check asks the app of process 1", { timeout: 60_000 }, async () => {
    const root = folder("health-root");
    makeRuntimeRoot(root, []);
    const node = `${CHROOT} ${root} /usr/local/bin/node`;
    const check = `${node} /portico/healthcheck.mjs`;
    const checks = `until ${check}; do echo waits; sleep 0.1; done; PORTICO_DOCS_PORT=9 ${check}; echo $?; kill 1`;
    const script = `root=$1 built=$2 && ip link set lo up && ${MOUNT_RUNTIME} && { { ${checks}; } & exec ${node} /portico/docs/main.js; }`;
    const { stdout } = await run("unshare", ["-m", "-n", "-p", "-f", "sh", "-c", script, "sh", root, built]);
    expect(stdout).toMatch(/^(?:waits\n)+[^]*^1$/m);
  });
});
