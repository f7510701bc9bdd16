import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ARTEFACT_NAMES } from "@portico/artefacts";
import { afterAll, expect, test } from "vitest";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "portico-build-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A network namespace; PostgreSQL's other account exists for root only outside of a user namespace. */
const NAMESPACE = ["-n", ...(process.getuid?.() === 0 ? [] : ["--map-current-user", "--keep-caps"])];
const UP = "ip link set lo up && exec";
const { status: refusal, stderr: reason } = spawnSync("unshare", [...NAMESPACE, "sh", "-c", `${UP} true`], {
  encoding: "utf8",
});
if (refusal !== 0) console.warn(`NOT TESTED: artefacts without a network, because unshare is refused: ${reason}`);

test.skipIf(refusal !== 0)(
  "every artefact runs alone, without a network, on PostgreSQL and a chain beside it",
  async () => {
    await run(process.execPath, [join(import.meta.dirname, "main.ts"), "build", "--out", folder]);
    expect(readdirSync(folder).toSorted()).toEqual(ARTEFACT_NAMES.toSorted());
    const script = join(import.meta.dirname, "testing/isolatedMain.ts");
    const { stdout } = await run("unshare", [
      ...NAMESPACE,
      "sh",
      "-c",
      `${UP} "$0" "$@"`,
      process.execPath,
      script,
      folder,
    ]);
    expect(JSON.parse(stdout)).toEqual({
      networks: ["lo"],
      indexer: 200,
      key: true,
      api: 200,
      connect: [200, 200],
      dashboard: [200, 200],
      explorer: [200, 200],
      docs: [200, 200],
      mock: 200,
      mcp: 401,
      raster: { isReady: true },
    });
  },
);
