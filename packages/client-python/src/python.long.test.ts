import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findPython } from "./testing/findPython.ts";
import { runTests } from "./testing/runTests.ts";
import { startMock } from "./testing/startMock.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
const python = await findPython();

/** Whether Python has a module; warns if it doesn't. */
async function hasModule(name: string): Promise<boolean> {
  const isThere = await run(python ?? "", ["-c", `import ${name}`]).then(
    () => true,
    () => false,
  );
  if (!isThere) console.warn(`SKIPPED: a test of the Python client, because Python's ${name} is not installed`);
  return isThere;
}
const hasMypy = await hasModule("mypy");
const hasSetuptools = (await hasModule("setuptools")) && (await hasModule("wheel"));

let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "portico-python-"));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

const mypy = (...parameters: string[]) =>
  run(python ?? "", ["-m", "mypy", "--cache-dir", join(scratch, "mypy"), ...parameters], { cwd: root }).catch(
    (error: { stdout: string }) => error,
  );

test.skipIf(python === undefined)(
  "the mock takes every read as valid, and every answer has the type of its method (skipped without python3)",
  async () => {
    using mock = await startMock();
    const { count, isOk, output } = await runTests(python ?? "", ["test_mock"], { PORTICO_MOCK_URL: mock.url });
    expect({ isOk, output }).toMatchObject({ isOk: true });
    expect(count).toBe(4);
  },
);

test.skipIf(!hasMypy)("every module and test has strict types (skipped without mypy)", async () => {
  expect((await mypy()).stdout).toMatch(/^Success: no issues found in \d\d source files/);
});

test.skipIf(!hasMypy)("parameters and results are typed by the contract (skipped without mypy)", async () => {
  const file = join(scratch, "typed.py");
  await writeFile(
    file,
    `from portico import Portico
portico = Portico("http://127.0.0.1:4000")
[token] = portico.get_user_token_list(id="0x", chain_id="eth")
reveal_type(token["raw_amount"])
reveal_type(token["price_at"])
reveal_type(portico.with_meta.get_user_total_balance(id="0x").data["total_usd_value"])
for item in portico.iter_user_history_list(id="0x"):
    reveal_type(item)
portico.get_user_token_list(id="0x")
portico.get_user_token_list(id="0x", chain_id="eth", is_all="yes")
token["amounts"]
portico.get_user_tokens(id="0x")
`,
  );
  const { stdout } = await mypy("--config-file", join(root, "pyproject.toml"), file);
  const said = stdout.split("\n").filter((line) => /typed\.py:/.test(line) && !line.includes("Did you mean"));
  expect(said.map((line) => line.replace(/^.*typed\.py:/, ""))).toEqual([
    `4: note: Revealed type is "builtins.int"`,
    `5: note: Revealed type is "Union[builtins.int, None]"`,
    `6: note: Revealed type is "builtins.float"`,
    expect.stringMatching(/^8: note: Revealed type is "TypedDict\('portico\.generated\.schemas\.HistoryItem'/),
    expect.stringMatching(/^9: error: Missing named argument "chain_id"/),
    expect.stringMatching(/^10: error: Argument "is_all" to "get_user_token_list" .* incompatible type "str"/),
    expect.stringMatching(/^11: error: TypedDict "UserToken" has no key "amounts"/),
    expect.stringMatching(/^12: error: "Portico" has no attribute "get_user_tokens"/),
  ]);
});

test.skipIf(!hasSetuptools)(
  "the package is built as for PyPI, and what is installed from it runs (skipped without setuptools and wheel)",
  async () => {
    const source = join(scratch, "source");
    await cp(root, source, { recursive: true, filter: (path) => !/node_modules|\.turbo|__pycache__/.test(path) });
    const build = `from setuptools import build_meta
print(build_meta.build_wheel("dist")); print(build_meta.build_sdist("dist"))`;
    await run(python ?? "", ["-c", build], { cwd: source });
    const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
    const built = await readdir(join(source, "dist"));
    expect(built.toSorted()).toEqual([
      `portico-client-${version}.tar.gz`,
      `portico_client-${version}-py3-none-any.whl`,
    ]);
    const installed = join(scratch, "installed");
    const unpack = `import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])`;
    await run(python ?? "", [
      "-c",
      unpack,
      join(source, "dist", built.find((name) => name.endsWith("whl")) ?? ""),
      installed,
    ]);
    expect(await readdir(join(installed, "portico"))).toEqual(expect.arrayContaining(["py.typed", "generated"]));
    using mock = await startMock();
    const program = `import importlib.metadata, portico
with portico.Portico("${mock.url}", access_key="any") as client:
    tokens = client.get_user_token_list(id="0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", chain_id="eth")
print(importlib.metadata.version("portico-client") == portico.__version__, max(t["raw_amount"] for t in tokens) > 2**53)`;
    const { stdout } = await run(python ?? "", ["-c", program], {
      cwd: scratch,
      env: { ...process.env, PYTHONPATH: installed },
    });
    expect(stdout).toBe("True True\n");
  },
);
