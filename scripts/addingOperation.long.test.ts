import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Checkout, checkOut } from "./checkout.ts";

const guide = readFileSync(join(import.meta.dirname, "../apps/docs/adding-an-operation.md"), "utf8");
/** A code block of the guide, by the info string of its fence. */
const block = (fence: string): string => guide.split(`\`\`\`${fence}\n`)[1]?.split("```\n")[0] ?? "";

const scratch = mkdtempSync(join(tmpdir(), "portico-operation-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let project: Checkout;
beforeAll(() => {
  project = checkOut(join(scratch, "project"));
});

const handler = "apps/api/src/operations/chain/getChainHead.ts";
const handlerTest = handler.replace(".ts", ".test.ts");
const write = (path: string, content: string): void => writeFileSync(join(project.folder, path), content);

/** Vitest's output for the new operation's test. */
async function runTest(): Promise<string> {
  const env = { ...project.env, NO_COLOR: "1", VITEST: undefined, PORTICO_TEST_LONG: undefined };
  const child = spawn("vitest", ["run", handlerTest], { cwd: project.folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return out + err;
}

test("the guide's operation: from the contract to a passing test and a releasable contract", async () => {
  write("spec/paths/v1/chain/head.yaml", block("yaml head.yaml"));
  write("spec/schemas/ChainHead.yaml", block("yaml ChainHead.yaml"));
  const root = readFileSync(join(project.folder, "spec/openapi.yaml"), "utf8");
  write("spec/openapi.yaml", root.replace(/^ {2}\/v1\/chain\/status:/m, `  ${block("yaml").trim()}\n$&`));
  project.run("turbo", ["run", "generate"]);

  project.run("node", ["scripts/scaffold.ts"]);
  project.run("tsc", ["-p", "apps/api"]);
  expect(await runTest()).toContain("expected 501 to be 200");

  write(handler, block("ts getChainHead.ts"));
  const source = readFileSync(join(project.folder, handlerTest), "utf8");
  write(handlerTest, source.replace("block: 1000", "block: 19_000_000"));
  expect(await runTest()).toMatch(/Tests +1 passed/);

  project.run("tsc", ["-p", "apps/api"]);
  project.run("oxlint", ["--type-aware", "--deny-warnings", handler, handlerTest]);
  write(".changeset/chain-head.md", block("text"));
  project.run("turbo", ["run", "check:contract"]);
  appendFileSync(
    join(project.folder, ".changeset/approved-breaks.yaml"),
    '\n- at: "#/nothing"\n  reason: It is not broken.\n',
  );
  expect(() => project.run("turbo", ["run", "check:contract"])).toThrow("approved, but not breaking: #/nothing");
});
