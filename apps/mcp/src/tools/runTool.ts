import { PorticoError } from "@portico/client";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { toPlainData } from "../answers/plainData.ts";
import type { ReadOperation } from "../readOperations.ts";
import { callOperation, type CallOptions, type Refusal, toRefusal } from "./callOperation.ts";
import { ArgumentsError } from "./readArguments.ts";

/** Calls an operation; a refusal is a result, which agents read, and not a fault of the protocol. */
export async function runTool(
  operation: ReadOperation,
  given: Readonly<Record<string, unknown>> | undefined,
  options: CallOptions,
): Promise<CallToolResult> {
  const { refusal } = options.caller;
  if (refusal !== undefined) return refuse(refusal);
  try {
    return toResult({ ...(await callOperation(operation, given, options)) });
  } catch (error) {
    return refuse(explain(error));
  }
}

/** @throws any other error. */
function explain(error: unknown): Refusal {
  if (error instanceof ArgumentsError) return { code: "invalid_params", message: error.message, errors: error.errors };
  if (error instanceof PorticoError) return toRefusal(error);
  throw error;
}

export const refuse = (error: Refusal): CallToolResult => ({
  ...toResult({ error: toPlainData(error) }),
  isError: true,
});

/** As structured content, and as the same JSON in text for clients that read no other. */
export const toResult = (content: Record<string, unknown>): CallToolResult => ({
  structuredContent: content,
  content: [{ type: "text", text: JSON.stringify(content) }],
});
