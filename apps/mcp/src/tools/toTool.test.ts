import { operationTable } from "@portico/contract";
import contract from "@portico/contract/openapi.json" with { type: "json" };
import { expect, test } from "vitest";
import { loadReads } from "../readOperations.ts";
import rows from "./defaultFields.json" with { type: "json" };
import { COMPACT_TOOLS } from "./compactTools.ts";
import { ArgumentsError, readArguments } from "./readArguments.ts";
import { toTool } from "./toTool.ts";

const reads = [...loadReads().values()];
const tools = reads.map(toTool);

type Operations = Record<string, { operationId?: string; "x-alias-of"?: string }>;
const aliases = new Set(
  Object.values(contract.paths as Record<string, Operations>).flatMap((path) =>
    Object.values(path).flatMap((one) => (one["x-alias-of"] === undefined ? [] : one.operationId)),
  ),
);

test("every operation of the data API that only reads is a tool, and nothing that writes or is an alias", () => {
  const isTool = (id: string): boolean => tools.some(({ name }) => name === id);
  const others = Object.entries(operationTable)
    .filter(([, { server, security }]) => server === "api" && security.some((one) => "AccessKey" in one))
    .filter(([id, { method }]) => isTool(id) !== (method === "get" && !aliases.has(id)))
    .map(([id]) => id);
  expect(others).toEqual([
    "getUserEvents", // a stream
    "postWalletExplainTx",
    "postWalletPreExecTx",
  ]);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
});

test("arguments are the parameters and the members of the body, with their types", () => {
  const tool = (name: string) => tools.find((one) => one.name === name)!.inputSchema;
  expect(tool("getUserTokenList")).toMatchObject({
    required: ["id", "chain_id"],
    properties: {
      id: { type: "string" },
      is_all: { type: "boolean" },
      block: { type: "integer" },
      fields: {},
      skip: {},
    },
    additionalProperties: false,
  });
  expect(tool("getTokenListByIds")).toMatchObject({
    properties: { ids: { type: "array", items: { type: "string" } } },
  });
  expect(tool("postWalletPreExecTx")).toMatchObject({
    required: ["tx"],
    properties: { tx: { required: ["chainId", "from"] } },
  });
});

test("the list of tools stays small enough to be read with every message", () => {
  const sizeOf = (list: readonly object[]): number => JSON.stringify(list).length;
  expect(sizeOf(tools)).toBeLessThan(50_000);
  expect(sizeOf(COMPACT_TOOLS)).toBeLessThan(1_800);
});

test.each(Object.keys(rows))("the default fields of %s exist", (id) => {
  const operation = reads.find((one) => one.id === id)!;
  const given = Object.fromEntries([
    ...operation.parameters.map(({ name }) => [name, "x"]),
    ...((operation.body?.schema["required"] ?? []) as string[]).map((name) => [name, {}]),
  ]) as Record<string, unknown>;
  expect(readArguments(operation, given).fields).toBeDefined();
});

test("arguments that don't exist, are missing or unusable are all named", () => {
  const operation = reads.find(({ id }) => id === "getUserTokenList")!;
  const read = () => readArguments(operation, { id: {}, owner: "0x", "a\u202Eb": 1, fields: "symbol{x}", skip: -1 });
  expect(read).toThrow(ArgumentsError);
  expect(read).toThrow(
    expect.objectContaining({
      errors: {
        owner: expect.stringMatching(/^is no argument of getUserTokenList; there are id, chain_id, /),
        "a?b": expect.stringContaining("is no argument"),
        id: "must be text, a number, a boolean or a list",
        chain_id: "is required",
        fields: "'symbol' has no fields of its own",
        skip: "must be a whole number, 0 or more",
      },
    }),
  );
});
