/** `pnpm scaffold`: a handler and its test for every operation of the data API that has none, or a protocol's adapter. Nothing is overwritten. */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { operationTable } from "@portico/contract";
import { ScaffoldError, scaffoldProtocol } from "./scaffoldProtocol.ts";

interface ContractOperation {
  readonly id: string;
  readonly method: string;
  /** As in the contract: `/v1/user/token_list`. */
  readonly path: string;
}

/** The folder of an operation's files: the first segment of its URL after the version. */
export const groupOf = (path: string): string =>
  path.split("/").find((part) => part !== "" && !/^v\d+$/.test(part)) ?? "";

const handler = ({ id, method, path }: ContractOperation): string => `import type { Operation } from "../../deps.ts";
import { notBuilt } from "../notBuilt.ts";

/** ${method.toUpperCase()} ${path} */
export const ${id}: Operation<"${id}"> = notBuilt;
`;

const handlerTest = ({
  id,
  method,
  path,
}: ContractOperation): string => `import { afterAll, expect, test } from "vitest";
import { startTestApi } from "../../testing/startTestApi.ts";

const api = await startTestApi();
afterAll(api.stop);

test("${id} answers what the contract says", async () => {
  const response = await api.${method === "get" ? `get("${path}")` : `post("${path}", "{}")`};
  expect(response.status).toBe(200);
});
`;

/** Adds handlers to the text of operations.ts: an import in order of its path, and the entry in place of \`notBuilt\` or none. */
export function registerHandlers(text: string, added: readonly ContractOperation[]): string {
  const [head = "", tail = ""] = text.split(/(?<=^export const operations = \{\n)/m);
  const [table = "", rest = ""] = tail.split(/(?=^\} satisfies )/m);
  const entries = new Map(
    table
      .trim()
      .split("\n")
      .map((line) => [line.trim().replace(/[:,].*$/, ""), line]),
  );
  for (const { id } of added) entries.set(id, `  ${id},`);
  const sorted = [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => `  ${line.trim()}`);
  const imports = added.map(({ id, path }) => `import { ${id} } from "./${groupOf(path)}/${id}.ts";\n`).join("");
  return `${head.replace(/(?=\n\/\*\*|\nexport const operations)/, imports)}${sorted.join("\n")}\n${rest}`;
}

/**
 * Writes what is missing under `folder`, which holds operations.ts.
 * @returns the files written.
 */
export function scaffoldOperations(folder: string, operations: readonly ContractOperation[]): string[] {
  const registered = readFileSync(join(folder, "operations.ts"), "utf8");
  const isBuilt = (id: string) =>
    globSync(`*/${id}.ts`, { cwd: folder }).length > 0 || new RegExp(`^  ${id}: (?!notBuilt,)`, "m").test(registered);
  const missing = operations.filter(({ id }) => !isBuilt(id));
  const files = missing.flatMap((operation) => {
    const file = join(folder, groupOf(operation.path), `${operation.id}.ts`);
    const test = file.replace(/\.ts$/, ".test.ts");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, handler(operation));
    if (!existsSync(test)) writeFileSync(test, handlerTest(operation));
    return [file, test];
  });
  if (missing.length === 0) return [];
  const table = join(folder, "operations.ts");
  writeFileSync(table, registerHandlers(readFileSync(table, "utf8"), missing));
  return [...files, table];
}

const help = `pnpm scaffold                 writes a typed handler and its test for every operation of the contract that has none
pnpm scaffold protocol NAME   writes a protocol's adapter and its test, and adds it to the table: see apps/docs/protocols.md`;

function scaffoldHandlers(): void {
  const operations = Object.entries(operationTable)
    .filter(([, { server }]) => server === "api")
    .map(([id, { method, path }]) => ({ id, method, path }));
  const written = scaffoldOperations(join(import.meta.dirname, "../apps/api/src/operations"), operations);
  for (const file of written) console.log(file);
  console.log(
    written.length === 0 ? "Every operation has its handler." : "Fill the handlers; until then they answer 501.",
  );
}

function scaffoldAdapter(name: string): void {
  const files = scaffoldProtocol(join(import.meta.dirname, "../packages/protocols/src"), name);
  for (const file of files) console.log(file);
  console.log(`Fill them until this is green: pnpm exec vitest run packages/protocols/src/${name}`);
}

if (import.meta.main) {
  const options = { help: { type: "boolean", short: "h" } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [kind, name, ...rest] = positionals;
  try {
    if (values.help) console.log(help);
    else if (kind === undefined) scaffoldHandlers();
    else if (kind === "protocol" && name !== undefined && rest.length === 0) scaffoldAdapter(name);
    else throw new ScaffoldError(`That is no command. Write:\n${help}`);
  } catch (error) {
    if (!(error instanceof ScaffoldError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
