import { largestOf, type RequestSchema } from "./largestOf.ts";

export interface RequestOperation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema?: RequestSchema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: RequestSchema }>> };
}

export interface LargeRequest {
  /** Operation and attack. */
  readonly name: string;
  readonly method: string;
  /** Including the query. */
  readonly target: string;
  readonly body: Buffer | undefined;
}

type Paths = Readonly<Record<string, Readonly<Record<string, RequestOperation>>>>;

const METHODS = /^(get|put|post|patch|delete)$/;
const QUERY_LENGTH = 15_000;
const BODY_LENGTH = 1_000_000;

/** For every operation of a contract, the largest valid queries and bodies, and large invalid ones. */
export function listLargestRequests({ paths }: { readonly paths: Paths }): LargeRequest[] {
  return Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item).flatMap(([key, operation]) => {
      if (!METHODS.test(key)) return [];
      const method = key.toUpperCase();
      const path = template.replaceAll(/\{\w+\}/g, "none");
      const write = (attack: string, query: string, body?: string) => ({
        name: `${method} ${template}: ${attack}`,
        method,
        target: query === "" ? path : `${path}?${query}`,
        body: body === undefined ? undefined : Buffer.from(body),
      });
      const queries = Object.entries(listQueries(operation)).map(([attack, query]) => write(attack, query));
      const bodies = Object.entries(listBodies(operation)).map(([attack, body]) => write(attack, "", body));
      return operation.requestBody === undefined ? queries : bodies;
    }),
  );
}

function listQueries({ parameters = [] }: RequestOperation): Record<string, string> {
  const own = parameters.filter((parameter) => parameter.in === "query");
  const legal = (max: number) => own.map(({ name, schema = {} }) => `${name}=${textOf(largestOf(schema, max))}`);
  const each = (text: string) => own.map(({ name }) => `${name}=${text}`.slice(0, QUERY_LENGTH / own.length)).join("&");
  return {
    legal: legal(300).join("&").slice(0, QUERY_LENGTH),
    texts: each("a".repeat(QUERY_LENGTH)),
    numbers: each("9".repeat(QUERY_LENGTH)),
    lists: each("0x1,".repeat(QUERY_LENGTH)),
    encoded: each("%C3%A9".repeat(QUERY_LENGTH)).replace(/%[^&]{0,5}$/, ""),
    repeated: own.map(({ name }) => `${name}=1&`.repeat(QUERY_LENGTH / own.length / (name.length + 3))).join(""),
    unknown: Array.from({ length: 2500 }, (_, index) => `x${index}`).join("&"),
  };
}

const textOf = (value: unknown): string => encodeURIComponent(Array.isArray(value) ? value.join(",") : String(value));

function listBodies({ requestBody }: RequestOperation): Record<string, string> {
  const schema = requestBody?.content["application/json"]?.schema;
  if (schema === undefined) return { bytes: "a".repeat(BODY_LENGTH) };
  const [name = "a"] = Object.keys(schema.properties ?? {});
  const wrap = (value: string) => `{"${name}":${value}}`;
  const sized = (length: number): Record<string, string> => ({
    [`legal, ${length}`]: JSON.stringify(largestOf(schema, length / 4)).slice(0, length),
    [`wrong items, ${length}`]: JSON.stringify(withWrongItems(schema, length / 2 - 200)),
    [`few wrong items, ${length}`]: JSON.stringify(withWrongItems(schema, Math.min(9000, length / 4))),
    [`fields, ${length}`]: `{${Array.from({ length: length / 11 }, (_, index) => `"${index}":1`).join(",")}}`,
    [`one field, ${length}`]: `{"${"x".repeat(length - 10)}":1}`,
    [`same field, ${length}`]: `{${`"a":1,`.repeat(length / 6 - 2)}"a":1}`,
    [`lists in lists, ${length}`]: wrap(`${"[".repeat(length / 2 - 20)}${"]".repeat(length / 2 - 20)}`),
    [`small lists, ${length}`]: wrap(`[${"[],".repeat(length / 3 - 20)}[]]`),
    [`digits, ${length}`]: wrap("9".repeat(length - 40)),
    [`integers, ${length}`]: wrap(`[${"12345678901234567,".repeat(length / 18 - 4)}1]`),
    [`escapes, ${length}`]: wrap(`[1234567890123456789,"${String.raw`\n`.repeat(length / 2 - 40)}"]`),
    [`text, ${length}`]: wrap(`"${"0".repeat(length - 40)}"`),
    [`spaces, ${length}`]: `{${" ".repeat(length - 10)}}`,
    [`no JSON, ${length}`]: `{"a":"${String.raw`\"`.repeat(length / 2 - 10)}`,
  });
  return { ...sized(60_000), ...sized(BODY_LENGTH) };
}

/** An object whose lists, nested ones included, hold `count` zeros. */
function withWrongItems({ properties = {} }: RequestSchema, count: number): object {
  const members = Object.entries(properties).map(([name, schema]) => {
    if ([schema.type].flat().includes("array")) return [name, Array.from({ length: count }, () => 0)] as const;
    return [
      name,
      [schema.type].flat().includes("object") ? withWrongItems(schema, 10) : largestOf(schema, 100),
    ] as const;
  });
  return Object.fromEntries(members);
}
