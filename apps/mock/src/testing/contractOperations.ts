import { type ContractEntry, readContract } from "../collection/readContract.ts";
import { mockDocument } from "./startMock.ts";

/** One operation of the contract with a valid request, built from the contract's own examples. */
export type ContractOperation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly target: string;
  readonly type: string | undefined;
  readonly body: string | undefined;
  /** Status -> media type -> JSON pointer of its schema in the document. */
  readonly schemas: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Status -> names of its examples. */
  readonly examples: ReadonlyMap<string, readonly string[]>;
};

export const contractOperations: ContractOperation[] = readContract(
  JSON.parse(mockDocument) as object as Record<string, unknown>,
).map(describeOperation);

/** Every eighth entry of a list, in the long tests all: Prism takes 30 ms of processor time to read an operation. */
export const someOf = <Item>(items: readonly Item[]): readonly Item[] =>
  process.env["PORTICO_TEST_LONG"] === "1" ? items : items.filter((_, index) => index % 8 === 0);

function describeOperation(entry: ContractEntry): ContractOperation {
  const { id, method, path, parameters, body, responses } = entry;
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.isRequired)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  return {
    id,
    method,
    path,
    target: [fillIn(path, parameters), ...(query.length > 0 ? [query.join("&")] : [])].join("?"),
    type: body?.type,
    body: body && encode(body.type, body.examples[0]?.[1]),
    schemas: schemasOf(entry),
    examples: new Map(
      responses.map(({ status, media }) => [status, (media[0]?.examples ?? []).map(([name]) => name)] as const),
    ),
  };
}

/** The path with the examples of its parameters. */
function fillIn(path: string, parameters: ContractEntry["parameters"]): string {
  return parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))), path);
}

function encode(type: string, value: unknown): string {
  return type.includes("json") ? JSON.stringify(value) : String(new URLSearchParams(value as Record<string, string>));
}

function schemasOf({ path, method, responses }: ContractEntry): Map<string, Map<string, string>> {
  const escape = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");
  return new Map(
    responses.map(({ status, ref, media }) => {
      const base = ref ?? `#/paths/${escape(path)}/${method}/responses/${status}`;
      return [status, new Map(media.map(({ type }) => [type, `${base}/content/${escape(type)}/schema`]))];
    }),
  );
}
