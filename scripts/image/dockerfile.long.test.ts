/** The commands of the Dockerfile's stages, in roots that have no more than their base images. Docker itself isn't needed. */
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, matchesGlob } from "node:path";
import { promisify } from "node:util";
import { ARTEFACT_NAMES } from "@portico/artefacts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PLAIN_MANIFESTS } from "../chart/plainManifests.ts";
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

/** The files of `COPY . .`: those of a clean checkout that the .dockerignore leaves. */
function copyContext(target: string): void {
  const ignored = read("deploy/Dockerfile.dockerignore")
    .split("\n")
    .filter((line) => line !== "");
  const list = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: checkout,
    encoding: "utf8",
  });
  const isIgnored = (path: string) => ignored.some((glob) => matchesGlob(path, glob) || path.startsWith(`${glob}/`));
  for (const path of list.split("\n").filter((name) => name !== "" && !isIgnored(name))) {
    if (!existsSync(join(checkout, path))) continue;
    mkdirSync(dirname(join(target, path)), { recursive: true });
    copyFileSync(join(checkout, path), join(target, path));
  }
}

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
      expect([...steps.keys()].toSorted()).toEqual(["CMD", "COPY", "ENTRYPOINT", "ENV", "LABEL", "USER"]);
      expect(steps.get("COPY")).toEqual([{ keyword: "COPY", flags: { from: "build" }, text: "/build /portico" }]);
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
});
