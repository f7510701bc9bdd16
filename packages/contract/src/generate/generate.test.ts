import { cp, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiDocument } from "./document.ts";
import { dereference } from "./dereference.ts";
import { generate } from "./generate.ts";

let folder: string;
const inFolder = (...names: string[]): string => path.join(folder, ...names);
const run = (): Promise<string[]> =>
  generate({
    config: inFolder("redocly.yaml"),
    overlay: inFolder("live.overlay.yaml"),
    out: inFolder("generated"),
  });
const read = (name: string): Promise<string> => readFile(inFolder("generated", name), "utf8");

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "portico-generate-"));
  await cp(path.join(import.meta.dirname, "fixture"), folder, { recursive: true });
  await run();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Operation {
  readonly operationId: string;
}
const listIds = async (name: string): Promise<string[]> => {
  const { paths } = JSON.parse(await read(name)) as { paths: Record<string, Record<string, Operation>> };
  return Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ operationId }) => operationId ?? []));
};

test("operations belong to the server that their `servers` names", async () => {
  expect(await listIds("openapi.json")).toEqual(["getThings", "postThings", "postOauthToken"]);
  expect(await listIds("openapi.api.json")).toEqual(["getThings", "postThings"]);
  expect(await listIds("openapi.connect.json")).toEqual(["postOauthToken"]);
  const operations = await read("operations.ts");
  expect(operations).toContain('export type ApiOperationId =\n  | "getThings"\n  | "postThings";');
  expect(operations).toContain('export type ConnectOperationId =\n  | "postOauthToken";');
});

test("the server document has no references, mappings or prose, but keeps a property called description", async () => {
  const text = await read("openapi.api.json");
  expect(text).not.toMatch(/\$ref|mapping|A thing|x-extension|examples/);
  expect(text).toContain('"description":{"type":"string"}');
  expect(text).toContain('"discriminator":{"propertyName":"kind"}');
});

test("uint256 integers are bigint, nullable ones too, and their names are exported for parsers", async () => {
  const wire = await read("wire.ts");
  expect(wire).toContain("raw_amount: bigint;");
  expect(wire).toContain("raw_debt?: bigint | null;");
  expect(await read("operations.ts")).toContain('uint256Properties = ["raw_amount","raw_debt"] as const');
});

test("a tuple stays a tuple, and is rewritten for the mock only", async () => {
  expect(await read("wire.ts")).toMatch(/pair: \[\s+string,\s+number\s+\];/);
  expect(await read("openapi.json")).toContain("prefixItems");
  const mock = await read("openapi.mock.json");
  expect(mock).not.toContain("prefixItems");
  expect(mock).toContain('"items":[{"type":"string"},{"type":"number"}]');
});

test("a property with a default is optional in requests, and present in handlers", async () => {
  expect(await read("wire.ts")).toContain("note?: string");
  expect(await read("parsed.ts")).toContain("note: string");
  expect(await read("operations.ts")).toContain('"getThings.query": "limit";');
});

test("the published document begins its servers with URLs without variables", async () => {
  const { servers, paths } = JSON.parse(await read("openapi.json")) as ApiDocument;
  expect(servers?.map(({ url }) => url)).toEqual(["http://127.0.0.1:1", "{base_url}"]);
  expect(paths["/oauth/token"]?.servers?.map(({ url }) => url)).toEqual(["http://127.0.0.1:2", "{connect_api_url}"]);
});

test("the document of the profile live differs only where the overlay says, and has types of its own", async () => {
  const document = JSON.parse(await read("openapi.json")) as { components: { schemas: { NewThing: object } } };
  const live = JSON.parse(await read("openapi.live.json")) as typeof document;
  expect(live.components.schemas.NewThing).toEqual({
    type: "object",
    properties: { note: { type: "integer", default: 1 } },
  });
  live.components.schemas.NewThing = document.components.schemas.NewThing;
  expect(live).toEqual(document);
  expect(await read("live.ts")).toContain("note?: number");
  expect(await listIds("openapi.api.live.json")).toEqual(["getThings", "postThings"]);
});

test("a circular reference is rejected with its path", () => {
  const document = { a: { $ref: "#/b" }, b: { items: { $ref: "#/a" } } };
  expect(() => dereference(document)).toThrow("Circular reference: #/b → #/a → #/b");
});

test("siblings of a reference override its target", () => {
  expect(dereference({ a: { $ref: "#/b~1c", x: 2 }, "b/c": { x: 1, y: 1 } })).toMatchObject({ a: { x: 2, y: 1 } });
});

test("an operation's parameter overrides its path's", async () => {
  const row = /getThings: (\{.*\}),\n/.exec(await read("operations.ts"))?.[1] ?? "";
  expect(row.match(/"name":"limit"/g)).toHaveLength(1);
});

test("a second run writes nothing, and an edit only what it changes", async () => {
  const before = await stat(inFolder("generated", "operations.ts"));
  expect(await run()).toEqual([]);
  const spec = await readFile(inFolder("openapi.yaml"), "utf8");
  await writeFile(inFolder("openapi.yaml"), spec.replace("A thing.", "Any thing."));
  expect(await run()).toEqual([
    "openapi.json",
    "openapi.live.json",
    "openapi.mock.json",
    "openapi.mock.live.json",
    "wire.ts",
    "live.ts",
  ]);
  expect((await stat(inFolder("generated", "operations.ts"))).mtimeMs).toBe(before.mtimeMs);
});

test("a name that is exact in one schema and rounded in another is an error", async () => {
  const spec = await readFile(inFolder("openapi.yaml"), "utf8");
  await writeFile(
    inFolder("openapi.yaml"),
    spec.replace(
      "note: { type: string, default: none }",
      "note: { type: string }\n        raw_amount: { type: number }",
    ),
  );
  await expect(run()).rejects.toThrow("a plain number in another: raw_amount");
  await writeFile(inFolder("openapi.yaml"), spec);
});

test("an operationId of two operations is an error", async () => {
  const spec = await readFile(inFolder("openapi.yaml"), "utf8");
  await writeFile(inFolder("openapi.yaml"), spec.replace("operationId: postThings", "operationId: getThings"));
  await expect(run()).rejects.toThrow("Two operations have the operationId getThings");
  await writeFile(inFolder("openapi.yaml"), spec);
});

test("an invalid spec is rejected with Redocly's message", async () => {
  const spec = await readFile(inFolder("openapi.yaml"), "utf8");
  await writeFile(inFolder("openapi.yaml"), spec.replace("schemas/Coin", "schemas/Nothing"));
  await expect(run()).rejects.toThrow("schemas/Nothing");
});
