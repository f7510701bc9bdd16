import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { chainIds, operations, schemas } from "./interface.table.ts";
import { bundle } from "./redocly.testing.ts";

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly "x-extension"?: boolean;
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema: Schema;
  readonly "x-extension"?: boolean;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly security?: readonly object[];
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, { readonly schema: Schema }> }>>;
  readonly "x-extension"?: boolean;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

let document: Document;
beforeAll(async () => {
  document = await bundle<Document>();
});

const rows = operations
  .trim()
  .split("\n")
  .map((line) => {
    const [, method = "", url = "", parameters = "", returns = ""] =
      /^(\S+)\s+(\S+)\s+(.*?)\s+-> (\S+)$/.exec(line) ?? [];
    return {
      method: method.toLowerCase(),
      url,
      parameters: parameters === "-" ? [] : parameters.split(/\s+/),
      returns,
    };
  });

const SIGN_IN = ["get /oauth/authorize", "post /oauth/token"];

const EXPRESSION = /^(\w+)([!?]?)(?::([\w[\]]+))?(?:=([\w]+?))?(?:<=(\d+))?$/;

function parse(expression: string) {
  const [, name = "", mark, type = "string", given, maximum] = EXPRESSION.exec(expression) ?? [];
  return { name, mark, type, given, maximum: maximum === undefined ? undefined : Number(maximum) };
}

function operationOf({ method, url }: { method: string; url: string }): Operation {
  const operation = document.paths[url]?.[method];
  if (operation === undefined) throw new Error(`no ${method} ${url}`);
  return operation;
}

/** Resolves a `$ref`, if the node is one. */
const deref = <T extends { readonly $ref?: string }>(node: T, components: Readonly<Record<string, T>>): T =>
  node.$ref === undefined ? node : (components[nameOf(node)] ?? node);

const nameOf = ({ $ref = "" }: { readonly $ref?: string }): string => $ref.slice($ref.lastIndexOf("/") + 1);

const schemaOf = (node: Schema): Schema => deref(node, document.components.schemas);

interface Fields {
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: readonly string[];
}

/** The fields of a schema, including those of its allOf. */
function fieldsOf(schema: Schema): Fields {
  const parts = (schema.allOf ?? []).map((part) => fieldsOf(schemaOf(part)));
  const own = Object.entries(schema.properties ?? {});
  return {
    properties: new Map([...parts.flatMap(({ properties }) => [...properties]), ...own]),
    required: [...parts.flatMap(({ required }) => required), ...(schema.required ?? [])],
  };
}

/** A schema's type in the table's notation: a named one by its name, but objects without a fixed shape as object. */
function typeOf(schema: Schema): string {
  const branch = schema.oneOf?.find((one) => one.type !== "null");
  if (branch !== undefined) return typeOf(branch);
  if (schema.$ref !== undefined) return nameOf(schema);
  if (schema.items !== undefined) return `[${typeOf(schema.items)}]`;
  return [schema.type ?? "any"].flat().find((type) => type !== "null") ?? "null";
}

const isNullable = (schema: Schema): boolean =>
  [schema.type].flat().includes("null") || (schema.oneOf ?? []).some((branch) => isNullable(schemaOf(branch)));

const queryOf = ({ parameters = [] }: Operation): Parameter[] =>
  parameters.map((parameter) => deref(parameter, document.components.parameters));

describe.each(rows)("$method $url", (row) => {
  test("has the interface's parameters, and otherwise only extensions", () => {
    const parameters = new Map(queryOf(operationOf(row)).map((parameter) => [parameter.name, parameter]));
    for (const { name, mark, type, given, maximum } of row.parameters.map(parse)) {
      const parameter = parameters.get(name);
      parameters.delete(name);
      const list = { style: "form", explode: false };
      expect(parameter).toMatchObject({ in: "query", ...(type === "csv" ? list : {}) });
      expect(parameter?.required ?? false).toBe(mark === "!");
      expect(parameter).not.toHaveProperty("x-extension");
      expect(parameter?.schema.type).toBe(type === "csv" ? "array" : type);
      expect(type === "csv" ? parameter?.schema.maxItems : parameter?.schema.maximum).toBe(maximum);
      expect(parameter?.schema.default).toEqual(given === "CHAINS" ? chainIds : valueOf(type, given));
    }
    expect([...parameters.values()].filter((parameter) => parameter["x-extension"] !== true)).toEqual([]);
  });

  test("responds as the interface defines, and needs the access key", () => {
    const operation = operationOf(row);
    const schema = operation.responses["200"]?.content?.["application/json"]?.schema;
    expect(schema).toBeDefined();
    expect([typeOf(schema ?? {}), "?"]).toContain(row.returns);
    expect(operation).not.toHaveProperty("security");
    expect(operation).not.toHaveProperty("x-extension");
  });

  test("declares every error that the server sends for it, and accepts a field mask", () => {
    const expected = [
      "400",
      "401",
      "403",
      "429",
      "500",
      "501",
      "503",
      ...(row.method === "post" ? ["413", "415"] : []),
    ];
    expect(Object.keys(operationOf(row).responses)).toEqual(expect.arrayContaining(expected));
    expect(queryOf(operationOf(row))).toContainEqual(expect.objectContaining({ name: "X-Fields", in: "header" }));
  });
});

const valueOf = (type: string, text: string | undefined): unknown =>
  text === undefined || type === "string" ? text : JSON.parse(text);

test("there are 42 data operations; everything else except the sign-in is marked as an extension", () => {
  expect(rows).toHaveLength(42);
  const known = new Set([...rows.map(({ method, url }) => `${method} ${url}`), ...SIGN_IN]);
  const unmarked = Object.entries(document.paths).flatMap(([url, item]) =>
    Object.entries(item)
      .filter(
        ([method, operation]) => /^(get|post|put|delete|patch)$/.test(method) && operation["x-extension"] !== true,
      )
      .map(([method]) => `${method} ${url}`),
  );
  expect(new Set(unmarked)).toEqual(known);
});

describe.each(Object.entries(schemas))("%s", (name, fields) => {
  const expected = fields.split(" ").map(parse);

  test("has the fields of the interface: required, of their type, nullable only if the interface says so", () => {
    const { properties, required } = fieldsOf(document.components.schemas[name] ?? {});
    const actual = expected.map((field) => {
      const schema = properties.get(field.name) ?? {};
      const type = field.type === "object" ? typeOf(schemaOf(schema)) : typeOf(schema);
      const given = schema.default === undefined ? undefined : JSON.stringify(schema.default);
      return { ...field, type, mark: isNullable(schema) ? "?" : "", given };
    });
    expect(actual).toEqual(expected);
    expect(required).toEqual(expect.arrayContaining(expected.map((field) => field.name)));
    expect(expected.filter((field) => properties.get(field.name)?.["x-extension"])).toEqual([]);
  });

  test("marks every other field as an extension", () => {
    const { properties } = fieldsOf(document.components.schemas[name] ?? {});
    const beyond = [...properties].filter(([key]) => !expected.some((field) => field.name === key));
    const unmarked = beyond.filter(([, schema]) => !(schema["x-extension"] ?? schemaOf(schema)["x-extension"]));
    expect(unmarked.map(([key]) => key)).toEqual([]);
  });
});

test("the list of chains is an enumeration only for the id of getChain", () => {
  expect(new Set(chainIds).size).toBe(72);
  const [id] = queryOf(operationOf({ method: "get", url: "/v1/chain" }));
  expect(id?.schema.enum).toEqual(chainIds);
  expect(JSON.stringify(document).split(JSON.stringify({ enum: chainIds }).slice(1, -1))).toHaveLength(2);
});

test("version, licence, servers and default security are those of the interface", () => {
  expect(document).toMatchObject({
    openapi: expect.stringMatching(/^3\.1\./),
    info: { version: "1.0", license: { identifier: "MIT" } },
    servers: [{ url: "{base_url}" }],
    security: [{ AccessKey: [] }],
    components: { securitySchemes: { AccessKey: { type: "apiKey", in: "header", name: "AccessKey" } } },
  });
});

test("the sign-in has the scopes of the interface", () => {
  const scopes = ["user:base:read", "user:chain:read", "user:social:read"];
  expect(document.components.schemas["Scope"]?.enum).toEqual(scopes);
});

test("every file of the spec is part of a document", async () => {
  const files = (await readdir(import.meta.dirname, { recursive: true })).filter((file) => file.endsWith(".yaml"));
  const referred = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(path.join(import.meta.dirname, file), "utf8");
      return [...text.matchAll(/(?:\$ref|\w+): ["']?([^\s"'{}]+\.yaml)/g)].map(([, target = ""]) =>
        path.join(path.dirname(file), target),
      );
    }),
  );
  const reached = new Set(["openapi.yaml", "live.overlay.yaml", "arazzo.yaml", ...referred.flat()]);
  expect(files.filter((file) => !reached.has(file))).toEqual([]);
});
