import type { ErrorObject } from "ajv/dist/2020.js";
import { readMask } from "../mask/readMask.ts";
import type { Operation, RoutedOperation } from "../openapi/definition.ts";
import type { StaticValidator } from "../openapi/staticValidator.ts";
import { toValidationError } from "../openapi/validationErrors.ts";
import { invalidParams, type ServiceError } from "../problem/errors.ts";
import { querySpecOf, type QuerySpec } from "../request/querySpec.ts";
import { readQuery } from "../request/readQuery.ts";
import type { Exchange } from "./exchange.ts";

export interface ValidateOptions<E extends Exchange> {
  /** Reads the body of an operation that declares one; undefined when the handler reads it. @throws ServiceError */
  readonly readBody?: ((exchange: E, operation: RoutedOperation) => Promise<object | undefined>) | undefined;
  /** Replaces the error of a request that the validator refuses; undefined keeps it. */
  readonly explain?:
    | ((errors: readonly ErrorObject[], exchange: E) => Promise<ServiceError | undefined> | undefined)
    | undefined;
}

export type Validate<E extends Exchange> = (exchange: E, operation: RoutedOperation) => Promise<void>;

/**
 * Reads the mask, query, headers and body of a request, and validates them against the contract.
 * @returns a stage that throws ServiceError mask_parse_error, mask_error, invalid_params, or what readBody and explain say.
 */
export function createValidate<E extends Exchange>(
  operations: readonly Operation[],
  validator: StaticValidator,
  { readBody, explain }: ValidateOptions<E>,
): Validate<E> {
  const declared = new Map(
    operations.map((operation) => [
      operation.operationId,
      { query: querySpecOf(operation), headers: listHeaders(operation) },
    ]),
  );
  return async (exchange, operation) => {
    const { query, headers } = declared.get(operation.operationId) ?? NOTHING;
    exchange.mask = readMask(exchange.req, operation);
    const { values, errors } = readQuery(exchange.rawQuery, query);
    exchange.sentQuery = values;
    exchange.query = { ...values };
    exchange.header = readHeaders(exchange, headers);
    if (operation.requestBody !== undefined) exchange.body = await readBody?.(exchange, operation);
    const failures = validator.check(operation, partsOf(exchange));
    if (failures.length > 0) throw (await explain?.(failures, exchange)) ?? toValidationError(failures, errors);
    if (Object.keys(errors).length > 0) throw invalidParams(errors);
  };
}

const NOTHING: { readonly query: QuerySpec; readonly headers: readonly string[] } = { query: new Map(), headers: [] };

/** Declared header parameters, in lower case. X-Fields has errors of its own. */
const listHeaders = ({ parameters = [] }: Operation): string[] =>
  parameters
    .filter((parameter) => parameter.in === "header" && parameter.name !== "X-Fields")
    .map(({ name }) => name.toLowerCase());

function readHeaders({ req }: Exchange, names: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of names) {
    const value = req.headers[name];
    if (value !== undefined) values[name] = value.toString();
  }
  return values;
}

const partsOf = ({ params, query, header, body }: Exchange) => ({
  path: params,
  query,
  header,
  ...(body !== undefined && { requestBody: body }),
});
