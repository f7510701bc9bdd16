import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import type { JsonSchema, ReadOperation } from "../readOperations.ts";
import { findDefaultFields } from "./findDefaultFields.ts";

/** Of descriptions in the list of tools, which agents read with every message; describeOperation has all of it. */
const DESCRIPTION_LENGTH = 180;
const PARAMETER_LENGTH = 90;
const MEMBER_LENGTH = 50;

/** Members of a schema that tell an agent what to send. */
const KEPT = ["type", "enum", "items", "properties", "required"] as const;
/** Longer lists of values are explained by the description. */
const MAX_VALUES = 30;

/** A read operation as a tool: its parameters and body members are the arguments, with `fields` and `skip` beside them. */
export const toTool = (operation: ReadOperation): Tool => ({
  name: operation.id,
  title: operation.summary,
  description: describe(operation),
  inputSchema: inputSchemaOf(operation),
  annotations: { readOnlyHint: true },
});

function describe({ summary, description, units, isUnstable }: ReadOperation): string {
  const price = units === 1 ? "1 unit" : `${units} units`;
  const unstable = isUnstable ? " Only for keys that the operator enabled for it." : "";
  return `${summary}. ${shorten(description, DESCRIPTION_LENGTH)} Costs ${price}.${unstable}`;
}

function inputSchemaOf(operation: ReadOperation): Tool["inputSchema"] {
  const { parameters, body } = operation;
  const ofQuery = parameters.map(({ name, required: isRequired, description, schema, example }) => [
    name,
    { ...slim(schema), description: shorten(description, PARAMETER_LENGTH), ...(isRequired && exampleOf(example)) },
  ]);
  const ofBody = body === undefined ? [] : Object.entries(slim(body.schema)["properties"] ?? {});
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return {
    type: "object",
    properties: { ...Object.fromEntries([...ofQuery, ...ofBody]), ...ownArguments(operation) },
    required: [...required, ...requiredOf(body)],
    additionalProperties: false,
  };
}

const requiredOf = (body: ReadOperation["body"]): readonly string[] => (body?.schema["required"] ?? []) as string[];

function ownArguments({ id, fields, isList }: ReadOperation): Record<string, object> {
  const hasFields = Object.keys(fields).length > 0;
  const description = findDefaultFields(id) === undefined ? "As a,b{c}; default: all" : "As a,b{c}; *: all";
  return {
    ...(hasFields && { fields: { type: "string", description } }),
    ...(isList && { skip: { type: "integer", minimum: 0, description: "Entries to leave out" } }),
  };
}

const exampleOf = (example: unknown) => (example === undefined ? {} : { examples: [example] });

function slim(schema: JsonSchema): Record<string, unknown> {
  const kept = KEPT.flatMap((key) => {
    const value = schema[key];
    if (value === undefined || (key === "enum" && (value as unknown[]).length > MAX_VALUES)) return [];
    return [[key, slimMember(key, value)] as const];
  });
  return Object.fromEntries(kept);
}

/** One type, because some models' forms of schemas have no others: text where that is accepted, too, and never null. */
function typeOf(type: unknown): unknown {
  const types = [type].flat().filter((one) => one !== "null");
  return types.find((one) => one === "string") ?? types[0];
}

function slimMember(key: (typeof KEPT)[number], value: unknown): unknown {
  if (key === "type") return typeOf(value);
  if (key === "items") return slimItems(value as JsonSchema);
  if (key !== "properties") return value;
  const members = Object.entries(value as Readonly<Record<string, JsonSchema>>).map(([name, schema]) => {
    const description = shorten((schema["description"] ?? "") as string, MEMBER_LENGTH);
    return [name, { ...slim(schema), ...(description !== "" && { description }) }];
  });
  return Object.fromEntries(members);
}

/** Objects in lists have the members of those beside the list. */
const slimItems = (items: JsonSchema): unknown => (items["type"] === "object" ? { type: "object" } : slim(items));

/** Whole sentences up to a length, or a part of the first. */
function shorten(text: string, length: number): string {
  const sentences = text
    .replaceAll(/\s+/g, " ")
    .trim()
    .split(/(?<=[.!?]) (?=[A-Z0-9`])/);
  let short = "";
  for (const sentence of sentences) {
    if (short.length + sentence.length + 1 > length) break;
    short += short === "" ? sentence : ` ${sentence}`;
  }
  return short === "" ? cut(sentences[0] ?? "", length) : short;
}

/** At the end of a clause if there is one in the second half, else of a word. */
function cut(sentence: string, length: number): string {
  if (sentence.length <= length) return sentence;
  const start = sentence.slice(0, length);
  const clause = /^(.*\w[`)]?)[,:;](?= )/.exec(start)?.[1] ?? "";
  return clause.length > length / 2 ? clause : `${start.slice(0, start.lastIndexOf(" "))} …`;
}
