import { nameOfRef, type Contract, type Schema } from "./contract.ts";
import { docstring } from "./docstring.ts";
import type { Argument, PythonOperation } from "./pythonOperation.ts";
import { pythonType, qualify } from "./pythonType.ts";
import { argumentsOf, renderSignature } from "./renderSignature.ts";

/** Methods that iterate over an operation with pages; none for another one. */
export function renderPaging(operation: PythonOperation, contract: Contract): string[] {
  const names = new Set(operation.arguments.map(({ name }) => name));
  if (names.has("cursor")) return renderHistory(operation, contract);
  return names.has("start") && names.has("limit") ? renderList(operation, contract) : [];
}

const iteratorOf = ({ name }: PythonOperation): string => name.replace(/^get_/, "iter_");

const pass = (inputs: readonly Argument[], replaced: Readonly<Record<string, string>> = {}): string =>
  inputs.map(({ name }) => `${name}=${replaced[name] ?? name}`).join(", ");

const resolve = (schema: Schema | undefined, { components }: Contract): Schema =>
  schema?.$ref === undefined ? (schema ?? {}) : (components.schemas[nameOfRef(schema.$ref)] ?? {});

const typeOf = (schema: Schema | undefined): string => qualify(pythonType(schema ?? {}, () => "Dict[str, Any]"));

/** The answer is a list of one page, or the page. */
function renderHistory(operation: PythonOperation, contract: Contract): string[] {
  const { name, result } = operation;
  const page = result?.type === "array" ? result.items : result;
  const items = resolve(page, contract).properties?.["history_list"];
  if (items?.items === undefined) throw new Error(`${name} has a cursor, but no history_list`);
  const inputs = argumentsOf(operation, false);
  const iterator = iteratorOf(operation);
  const first = result?.type === "array" ? "[0]" : "";
  return [
    "",
    `    def ${iterator}_pages(self${renderSignature(inputs)}) -> Iterator[${typeOf(page)}]:`,
    ...docstring(`Pages of \`\`${name}\`\`, each requested when it is needed; \`\`cursor\`\` is the first one.`, 8),
    `        return pages_by_cursor(lambda at: self.${name}(${pass(inputs, { cursor: "at" })})${first}, cursor)`,
    "",
    `    def ${iterator}(self${renderSignature(inputs)}) -> Iterator[${typeOf(items.items)}]:`,
    ...docstring(`Items of \`\`${name}\`\`, newest first, page after page.`, 8),
    `        for page in self.${iterator}_pages(${pass(inputs)}):`,
    `            yield from page["history_list"]`,
  ];
}

function renderList(operation: PythonOperation, contract: Contract): string[] {
  const { name, result } = operation;
  const list = [result, ...Object.values(resolve(result, contract).properties ?? {})].find(
    (one) => one?.type === "array",
  );
  if (list?.items === undefined) throw new Error(`${name} has a start, but no list`);
  const inputs = argumentsOf(operation, false);
  const item = typeOf(list.items);
  return [
    "",
    `    def ${iteratorOf(operation)}(self${renderSignature(inputs)}) -> Iterator[${item}]:`,
    ...docstring(
      `Items of \`\`${name}\`\` from \`\`start\`\`, page after page of \`\`limit\`\` (default 100). One that moves to a later page\nmeanwhile is not repeated; one that moves to an earlier page is missed.`,
      8,
    ),
    `        return items_by_start(`,
    `            lambda at, size: self.${name}(${pass(inputs, { start: "at", limit: "size" })}),`,
    `            start,`,
    `            limit,`,
    `            lambda item: cast(${JSON.stringify(item)}, item),`,
    `        )`,
  ];
}
