// Writes src/operations/generated/operations.ts: a function for each operation that an access key or a user's token opens.
import { readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly "x-units"?: number;
  readonly security?: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
  readonly parameters?: readonly { readonly $ref?: string; readonly in?: string }[];
}
interface Contract {
  readonly security: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
}

const METHODS = ["get", "put", "post", "delete", "patch"];
const target = join(import.meta.dirname, "../src/operations/generated/operations.ts");
const source = fileURLToPath(import.meta.resolve("@portico/contract/openapi.json"));
const contract = JSON.parse(readFileSync(source, "utf8")) as Contract;

/** A stream of events has no data that a call could return. */
const isForPrograms = ({ security = contract.security, responses }: OperationObject): boolean =>
  security.some((scheme) => "AccessKey" in scheme || "OAuth2" in scheme) &&
  Object.values(responses).every(({ content = {} }) => !("text/event-stream" in content));

const rendered = Object.entries(contract.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const found = item[method];
    return found !== undefined && isForPrograms(found) ? [render(method, path, found)] : [];
  }),
);

function render(method: string, path: string, { operationId, summary, requestBody, ...rest }: OperationObject): string {
  const units = rest["x-units"] ?? 0;
  const price = units === 0 ? "free" : `${units} ${units === 1 ? "unit" : "units"}`;
  const body = requestBody === undefined ? "" : ", true";
  return [
    `/** ${summary.replaceAll("*/", "* /")}: \`${method.toUpperCase()} ${path}\`, ${price}. */`,
    `export const ${operationId}: Operation<"${operationId}"> = /* @__PURE__ */ operation("${method}", "${path}"${body});`,
  ].join("\n");
}

const text = [
  "// Generated from spec/ by packages/client. Do not edit.",
  `import { operation, type Operation } from "../operation.ts";\n`,
  ...rendered,
  "",
].join("\n");

await mkdir(dirname(target), { recursive: true });
// an unchanged file keeps its time
if ((await readFile(target, "utf8").catch(() => "")) !== text) await writeFile(target, text);
