import { mockDocument } from "./startMock.ts";

type Json = Record<string, unknown>;
type Examples = Record<string, { value?: unknown }>;

/** One operation of the contract with a request that it accepts, made of the contract's own examples. */
export type ContractOperation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly target: string;
  readonly type: string | undefined;
  readonly body: string | undefined;
  /** Status -> media type -> JSON pointer of its schema in the document. */
  readonly schemas: ReadonlyMap<string, ReadonlyMap<string, string>>;
};

const document = JSON.parse(mockDocument) as Json;

export const contractOperations: ContractOperation[] = Object.entries(document["paths"] as Json).flatMap(
  ([path, item]) =>
    Object.entries(item as Json)
      .filter(([method]) => ["get", "post"].includes(method))
      .map(([method, operation]) => describeOperation(path, method, item as Json, operation as Json)),
);

/** Follows `$ref`s until there is a value. */
function resolve(node: unknown): Json {
  const ref = (node as Json | undefined)?.["$ref"];
  if (typeof ref !== "string") return (node ?? {}) as Json;
  const keys = ref
    .slice(2)
    .split("/")
    .map((key) => key.replaceAll("~1", "/"));
  return resolve(keys.reduce<unknown>((found, key) => (found as Json)[key], document));
}

function describeOperation(path: string, method: string, item: Json, operation: Json): ContractOperation {
  const parameters = [...list(item["parameters"]), ...list(operation["parameters"])].map(resolve);
  const query = parameters
    .filter((parameter) => parameter["in"] === "query" && parameter["required"] === true)
    .map((parameter) => `${String(parameter["name"])}=${encodeURIComponent(String(exampleOf(parameter)))}`);
  const [type, media] = Object.entries((resolve(operation["requestBody"])["content"] ?? {}) as Json)[0] ?? [];
  const value = media === undefined ? undefined : exampleOf(resolve(media));
  return {
    id: String(operation["operationId"]),
    method,
    path,
    target: query.length > 0 ? `${path}?${query.join("&")}` : path,
    type,
    body: type === undefined ? undefined : encode(type, value),
    schemas: schemasOf(path, method, operation["responses"] as Json),
  };
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function exampleOf(holder: Json): unknown {
  const [first] = Object.values((holder["examples"] ?? {}) as Examples);
  return holder["example"] ?? (first === undefined ? undefined : resolve(first)["value"]);
}

function encode(type: string, value: unknown): string {
  return type.includes("json") ? JSON.stringify(value) : String(new URLSearchParams(value as Record<string, string>));
}

function schemasOf(path: string, method: string, responses: Json): Map<string, Map<string, string>> {
  const escape = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");
  return new Map(
    Object.entries(responses).map(([status, response]) => {
      const ref = (response as Json)["$ref"];
      const base = typeof ref === "string" ? ref : `#/paths/${escape(path)}/${method}/responses/${status}`;
      const types = Object.keys(resolve(response)["content"] ?? {});
      return [status, new Map(types.map((type) => [type, `${base}/content/${escape(type)}/schema`]))];
    }),
  );
}
