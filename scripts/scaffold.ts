/**
 * `pnpm scaffold`: a handler and its test for every operation of the data API that has none, a protocol's adapter, or a
 * server project. Never overwrites anything.
 */
import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type OperationInfo, renderHandler, renderHandlerTest } from "./handlerTemplate.ts";
import { listOperations } from "./listOperations.ts";
import { ScaffoldError, scaffoldProtocol } from "./scaffoldProtocol.ts";
import { scaffoldServer } from "./scaffoldServer.ts";

/** The folder of an operation's files: the first segment of its URL after the version. */
export const groupOf = (path: string): string =>
  path.split("/").find((part) => part !== "" && !/^v\d+$/.test(part)) ?? "";

/**
 * Adds handlers to the text of operations.ts: an import in path order, and an entry, which replaces `notBuilt` if
 * present.
 */
export function registerHandlers(text: string, added: readonly OperationInfo[]): string {
  const [head = "", tail = ""] = text.split(/(?<=^export const operations = \{\n)/m);
  const [table = "", rest = ""] = tail.split(/(?=^\} satisfies )/m);
  // an entry may have several lines: what is indented further, and its closing bracket
  const entries = new Map(table.split(/(?<=\n)(?= {2}\w)/).map((entry) => [entry.match(/\w+/)?.[0] ?? "", entry]));
  for (const { id } of added) entries.set(id, `  ${id},\n`);
  const sorted = [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  const imports = added.map(({ id, path }) => `import { ${id} } from "./${groupOf(path)}/${id}.ts";\n`).join("");
  return `${head.replace(/(?=\n\/\*\*|\nexport const operations)/, imports)}${sorted.join("")}${rest}`;
}

/**
 * Writes the missing files under `folder`, which contains operations.ts.
 * @returns the files written.
 */
export function scaffoldOperations(folder: string, operations: readonly OperationInfo[]): string[] {
  const registered = readFileSync(join(folder, "operations.ts"), "utf8");
  const isBuilt = (id: string) =>
    globSync(`*/${id}.ts`, { cwd: folder }).length > 0 || new RegExp(`^  ${id}: (?!notBuilt,)`, "m").test(registered);
  const missing = operations.filter(({ id }) => !isBuilt(id));
  const files = missing.flatMap((operation) => {
    const file = join(folder, groupOf(operation.path), `${operation.id}.ts`);
    const test = file.replace(/\.ts$/, ".test.ts");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, renderHandler(operation));
    if (!existsSync(test)) writeFileSync(test, renderHandlerTest(operation));
    return [file, test];
  });
  if (missing.length === 0) return [];
  const table = join(folder, "operations.ts");
  writeFileSync(table, registerHandlers(readFileSync(table, "utf8"), missing));
  return [...files, table];
}

const help = `pnpm scaffold                 writes a typed handler and its test for every operation of the contract that has none
pnpm scaffold protocol NAME   writes a protocol's adapter and its test, and adds it to the table: see apps/docs/protocols.md
pnpm scaffold server FOLDER   writes an independent Express project that implements the contract: see examples/own-server`;

const fromHere = (file: string): string => relative(process.cwd(), file);

function scaffoldHandlers(): void {
  const written = scaffoldOperations(join(import.meta.dirname, "../apps/api/src/operations"), listOperations());
  if (written.length > 0) execFileSync("oxfmt", written);
  for (const file of written) console.log(fromHere(file));
  if (written.length === 0) return console.log("Every operation has a handler.");
  const tests = written.filter((file) => file.endsWith(".test.ts")).map(fromHere);
  console.log(`Implement each readResult until this passes; until then they return 501:
pnpm exec vitest run ${tests.join(" ")}`);
}

function scaffoldAdapter(name: string): void {
  const files = scaffoldProtocol(join(import.meta.dirname, "../packages/protocols/src"), name);
  for (const file of files) console.log(fromHere(file));
  console.log(`Implement them until this passes: pnpm exec vitest run packages/protocols/src/${name}`);
}

function scaffoldProject(name: string): void {
  // pnpm runs this in the repository's root; INIT_CWD is the caller's folder
  const folder = resolve(process.env["INIT_CWD"] ?? process.cwd(), name);
  for (const file of scaffoldServer(folder)) console.log(file);
  console.log(`Run it: cd '${folder}' && npm install && npm run check && npm test && npm start`);
}

if (import.meta.main) {
  const options = { help: { type: "boolean", short: "h" } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [kind, name, ...rest] = positionals;
  try {
    if (values.help) console.log(help);
    else if (kind === undefined) scaffoldHandlers();
    else if (kind === "protocol" && name !== undefined && rest.length === 0) scaffoldAdapter(name);
    else if (kind === "server" && name !== undefined && rest.length === 0) scaffoldProject(name);
    else throw new ScaffoldError(`Unknown command. Usage:\n${help}`);
  } catch (error) {
    if (!(error instanceof ScaffoldError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
