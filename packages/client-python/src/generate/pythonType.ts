import { nameOfRef, type Schema } from "./contract.ts";

/** `newToken2` is `NewToken2`: the name of a schema's class. */
export const classOf = (schema: string): string => schema.charAt(0).toUpperCase() + schema.slice(1);

const PLAIN: Readonly<Record<string, string>> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None",
};

/**
 * The Python type of a schema, as an annotation. JSON has no tuples: a pair is a list of either type.
 * @param inline - The name of the class of an object that the schema itself describes.
 */
export function pythonType(schema: Schema, inline: (schema: Schema) => string): string {
  const typeOf = (part: Schema) => pythonType(part, inline);
  if (schema.$ref !== undefined) return classOf(nameOfRef(schema.$ref));
  if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
  if (schema.enum !== undefined) return `Literal[${schema.enum.map(literal).join(", ")}]`;
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches !== undefined) return union(branches.map((branch) => typeOf(narrow(branch, schema))));
  if (schema.prefixItems !== undefined) return `List[${union(schema.prefixItems.map(typeOf))}]`;
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return "Any";
  return union(
    types.map((type) => PLAIN[type] ?? (type === "array" ? listOf(schema, typeOf) : dictOf(schema, inline))),
  );
}

/** A branch that is any number, beside the type of an integer: numbers there that JavaScript can't hold are integers too. */
const narrow = (branch: Schema, { type }: Schema): Schema =>
  branch.type === "number" && [type].flat().includes("integer") ? { ...branch, type: "integer" } : branch;

const listOf = ({ items }: Schema, typeOf: (schema: Schema) => string): string =>
  `List[${items === undefined ? "Any" : typeOf(items)}]`;

function dictOf(schema: Schema, inline: (schema: Schema) => string): string {
  if (schema.properties !== undefined) return inline(schema);
  const { additionalProperties: values } = schema;
  return `Dict[str, ${typeof values === "object" ? pythonType(values, inline) : "Any"}]`;
}

function union(types: readonly string[]): string {
  const some = [...new Set(types)].filter((type) => type !== "None");
  const [only = "None"] = some;
  const one = some.length > 1 ? `Union[${some.join(", ")}]` : only;
  return types.includes("None") && some.length > 0 ? `Optional[${one}]` : one;
}

/** A Python literal of a JSON scalar. */
export function literal(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return JSON.stringify(value);
}

/** Names of classes are in the module `schemas`. */
export const qualify = (type: string): string =>
  type.replaceAll(/(?<![\w."])(?!(?:Any|Dict|List|Literal|Optional|Union|None)\b)[A-Z]\w*(?![\w"])/g, "schemas.$&");
