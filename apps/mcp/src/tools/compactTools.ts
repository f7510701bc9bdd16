import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import type { ReadOperation } from "../readOperations.ts";
import { refuse, toResult } from "./runTool.ts";
import { toTool } from "./toTool.ts";

type Reads = ReadonlyMap<string, ReadOperation>;
type Arguments = Readonly<Record<string, unknown>> | undefined;

const READ_ONLY = { annotations: { readOnlyHint: true } };

/** Three tools that stand for all: for programs that read the list of tools with every message. */
export const COMPACT_TOOLS: readonly Tool[] = [
  {
    name: "listOperations",
    title: "List operations",
    description:
      "List the operations that read balances, positions, approvals, histories, prices and metadata of chains, with their arguments.",
    inputSchema: {
      type: "object",
      properties: {
        words: { type: "string", description: "Only operations with all of these words, such as `user token`." },
      },
      additionalProperties: false,
    },
    ...READ_ONLY,
  },
  {
    name: "describeOperation",
    title: "Describe an operation",
    description: "Get the arguments of an operation as a JSON Schema, with everything that is known of it.",
    inputSchema: {
      type: "object",
      properties: { operation: { type: "string", examples: ["getUserTokenList"] } },
      required: ["operation"],
      additionalProperties: false,
    },
    ...READ_ONLY,
  },
  {
    name: "callOperation",
    title: "Call an operation",
    description: "Call an operation that listOperations names.",
    inputSchema: {
      type: "object",
      properties: {
        operation: { type: "string", examples: ["getUserTotalBalance"] },
        arguments: { type: "object", examples: [{ id: "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266" }] },
      },
      required: ["operation"],
      additionalProperties: false,
    },
    ...READ_ONLY,
  },
];

/** What a compact tool does; `call` calls an operation. */
export async function runCompactTool(
  name: string,
  given: Arguments,
  { reads, call }: { reads: Reads; call: (operation: ReadOperation, given: Arguments) => Promise<CallToolResult> },
): Promise<CallToolResult | undefined> {
  const tool = COMPACT_TOOLS.find((one) => one.name === name);
  if (tool === undefined) return undefined;
  const names = Object.keys(tool.inputSchema.properties ?? {});
  const unknown = Object.keys(given ?? {}).find((argument) => !names.includes(argument));
  if (unknown !== undefined) return refuseArgument(unknown, `is no argument of ${name}; there are ${names.join(", ")}`);
  if (name === "listOperations") return list(reads, given?.["words"] ?? "");
  const operation = reads.get(String(given?.["operation"]));
  if (operation === undefined) return refuseArgument("operation", "is no operation that listOperations names");
  if (name === "describeOperation") return toResult(describeOperation(operation));
  const inner = given?.["arguments"] ?? {};
  if (typeof inner !== "object" || inner === null || Array.isArray(inner))
    return refuseArgument("arguments", "must be an object");
  return await call(operation, inner as Arguments);
}

function list(reads: Reads, words: unknown): CallToolResult {
  const wanted = String(words).toLowerCase().split(/\s+/);
  const found = [...reads.values()].filter(({ id, summary, group }) =>
    wanted.every((word) => `${id} ${summary} ${group}`.toLowerCase().includes(word)),
  );
  const operations = found.map((operation) => ({
    operation: operation.id,
    summary: operation.summary,
    arguments: Object.keys(toTool(operation).inputSchema.properties ?? {}).join(","),
    units: operation.units,
  }));
  return toResult({ operations });
}

/** Everything that the contract says of an operation, for an agent. */
export function describeOperation(operation: ReadOperation): Record<string, unknown> {
  const { name, inputSchema } = toTool(operation);
  const { summary, description, units, fields } = operation;
  return { operation: name, summary, description, units, arguments: inputSchema, fields };
}

const refuseArgument = (name: string, text: string): CallToolResult => {
  const shown = name.slice(0, 60);
  return refuse({ code: "invalid_params", message: `${shown} ${text}`, errors: { [shown]: text } });
};
