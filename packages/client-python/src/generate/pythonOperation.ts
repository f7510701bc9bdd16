import { nameOfRef, type Contract, type OperationObject, type Parameter, type Schema } from "./contract.ts";
import { classOf, pythonType, qualify } from "./pythonType.ts";

/** An operation of programs, with what its methods need. */
export interface PythonOperation {
  /** Of the method: `get_user_token_list`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly object: OperationObject;
  readonly arguments: readonly Argument[];
  /** The type of the data, as an annotation. */
  readonly type: string;
  readonly result: Schema | undefined;
}

/** A parameter, or a field of the body. */
export interface Argument {
  /** In the contract, and in Python. */
  readonly wireName: string;
  readonly name: string;
  readonly in: "path" | "query" | "header" | "body";
  readonly type: string;
  readonly isRequired: boolean;
  readonly text: string;
}

/** Short names of headers. */
const HEADERS: Readonly<Record<string, string>> = {
  "X-Fields": "fields",
  "If-None-Match": "if_none_match",
  "Idempotency-Key": "idempotency_key",
};

const METHODS = ["get", "put", "post", "delete", "patch"];

/** The operations that an access key or a user's token opens, except streams of events, in the contract's order. */
export function listPythonOperations(contract: Contract): PythonOperation[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const object = item[method];
      const security = object?.security ?? contract.security;
      const isForPrograms = security.some((scheme) => "AccessKey" in scheme || "OAuth2" in scheme);
      const isStream = Object.values(object?.responses ?? {}).some(
        ({ content = {} }) => "text/event-stream" in content,
      );
      return object !== undefined && isForPrograms && !isStream
        ? [toPythonOperation(contract, { method, path, object })]
        : [];
    }),
  );
}

function toPythonOperation(
  contract: Contract,
  { method, path, object }: Pick<PythonOperation, "method" | "path" | "object">,
): PythonOperation {
  const { components } = contract;
  const parameters = (object.parameters ?? [])
    .map((one) => ("$ref" in one ? (components.parameters[nameOfRef(one.$ref)] as Parameter) : one))
    .map((one) => toArgument(object, one));
  const body = object.requestBody?.content["application/json"]?.schema;
  const fields = body === undefined ? [] : listFields(components.schemas, body);
  const inputs = [...parameters, ...fields];
  const names = new Set(inputs.map(({ name }) => name));
  if (names.size < inputs.length) throw new Error(`${object.operationId} has two arguments of one name`);
  const ok = Object.entries(object.responses).find(([status]) => status.startsWith("2"));
  const result = ok?.[1].content?.["application/json"]?.schema;
  const type = result === undefined ? "None" : schemaType(object, result);
  return { name: snakeCase(object.operationId), method, path, object, arguments: inputs, type, result };
}

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const schemaType = ({ operationId }: OperationObject, schema: Schema): string =>
  qualify(
    pythonType(schema, () => {
      throw new Error(`${operationId} has an object without a schema of its own`);
    }),
  );

function toArgument(operation: OperationObject, parameter: Parameter): Argument {
  const { name, in: location, required = false, schema, description = "" } = parameter;
  if (location === "cookie") throw new Error(`${operation.operationId} has a cookie`);
  const type = schemaType(operation, schema).replace(/^List\[/, "Sequence[");
  const pythonName = location === "header" ? (HEADERS[name] ?? name.toLowerCase().replaceAll("-", "_")) : name;
  return { wireName: name, name: pythonName, in: location, type, isRequired: required, text: description };
}

function listFields(schemas: Contract["components"]["schemas"], body: Schema): Argument[] {
  const name = body.$ref === undefined ? undefined : nameOfRef(body.$ref);
  const schema = name === undefined ? undefined : schemas[name];
  if (name === undefined || schema?.properties === undefined)
    throw new Error("A body must be a schema with properties");
  return Object.entries(schema.properties).map(([key, property]) => ({
    wireName: key,
    name: key,
    in: "body",
    type: qualify(pythonType(property, () => name + key.split("_").map(classOf).join(""))),
    isRequired: schema.required?.includes(key) ?? false,
    text: property.description ?? (property.$ref && schemas[nameOfRef(property.$ref)]?.description) ?? "",
  }));
}
