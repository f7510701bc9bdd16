import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registerAdapter, ScaffoldError, scaffoldProtocol } from "./scaffoldProtocol.ts";

const root = join(import.meta.dirname, "..");
const original = join(root, "packages/protocols");

/** A copy of the adapters, within the project so that its imports resolve like the original's. */
let folder: string;
let sources: string;
beforeAll(() => {
  mkdirSync(join(root, ".portico"), { recursive: true });
  folder = mkdtempSync(join(root, ".portico/adapters-"));
  sources = join(folder, "src");
  cpSync(join(original, "src"), sources, { recursive: true, filter: (path) => !path.endsWith(".test.ts") });
  symlinkSync(join(original, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "tsconfig.json"), '{ "extends": "../../tsconfig.base.json", "include": ["src/**/*"] }');
  writeFileSync(join(folder, "package.json"), '{ "name": "scaffolded", "type": "module" }');
  writeFileSync(join(folder, "vitest.config.ts"), "export default { test: { hookTimeout: 60000 } };");
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a tool in the copy. @returns its exit code and complete output. */
async function run(command: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, NO_COLOR: "1", VITEST: undefined };
  const child = spawn(command, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: Number(code), output: out + err };
}
const runTests = (name: string) => run("vitest", ["run", "--root", folder, `src/${name}/`]);

/** A code block of the guide, by its file name. */
function readGuide(file: string): string {
  const guide = readFileSync(join(root, "apps/docs/protocols.md"), "utf8");
  return guide.split(`\`\`\`ts ${file}\n`)[1]?.split("```\n")[0] ?? "";
}

test("a new adapter is registered, and its test fails until it is implemented", async () => {
  const written = scaffoldProtocol(sources, "piggybank");
  expect(written.map((file) => file.slice(sources.length + 1))).toEqual([
    "piggybank/piggybank.ts",
    "piggybank/piggybank.test.ts",
    "adapters.ts",
  ]);
  expect(readFileSync(join(sources, "adapters.ts"), "utf8")).toMatch(/\[[^\]]*uniswap2[^\]]*,\s+piggybank,?\s*\]/);
  expect(await runTests("piggybank")).toMatchObject({
    code: 1,
    output: expect.stringContaining("the-package") as string,
  });
});

test("the guide's adapter passes the guide's test", async () => {
  scaffoldProtocol(sources, "piggy");
  for (const file of ["piggy.ts", "piggy.test.ts"]) writeFileSync(join(sources, "piggy", file), readGuide(file));
  expect(await runTests("piggy")).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Tests +3 passed/) as string,
  });
});

test("both pass the type check", async () => {
  const { output } = await run("tsc", ["-p", "."]);
  expect(output.split("\n").filter((line) => /^src\/(piggy|adapters)/.test(line))).toEqual([]);
  expect(output).not.toMatch(/error TS[56]\d{3}/); // errors of tsconfig or the command line
});

test("existing files are not overwritten, and an invalid id is refused", () => {
  expect(() => scaffoldProtocol(sources, "uniswap2")).toThrow(ScaffoldError);
  for (const name of ["", "a", "Aave", "base_aave3", "3pool", "../evil", "x".repeat(40)]) {
    expect(() => scaffoldProtocol(sources, name)).toThrow("lower-case letters and digits");
  }
});

test("a row is added to a table of any length, and a missing table is an error", () => {
  const table = (rows: string) =>
    `import { b } from "./b/b.ts";\n\nexport const adapters: readonly Adapter[] = ${rows};\n`;
  expect(registerAdapter(table("[b].map(x)"), "a1")).toBe(
    `import { a1 } from "./a1/a1.ts";\n${table("[b, a1].map(x)")}`,
  );
  const many = Array.from({ length: 20 }, (_, index) => `  protocol${index},\n`).join("");
  expect(registerAdapter(table(`[\n${many}].map(x)`), "z")).toContain(
    `import { b } from "./b/b.ts";\nimport { z } from "./z/z.ts";\n\nexport const adapters: readonly Adapter[] = [\n${many}  z,\n].map(x)`,
  );
  expect(() => registerAdapter("export {};\n", "a1")).toThrow("no table");
});
