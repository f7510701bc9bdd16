import { newAjv, type Operation } from "@portico/server";
import type { ValidateFunction } from "ajv/dist/2020.js";

export interface SentReply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers: readonly string[];
}

/** Maximum number of violations that are described. */
const MAX_REPORTED = 20;

/** Describes how a reply violates the contract; undefined if it conforms. */
export type ReplyCheck = (operation: Operation, reply: SentReply) => string | undefined;

const compiled = new WeakMap<object, ValidateFunction>();

/**
 * Validates every status, media type and required header against the contract. Compiles each schema once per process, on
 * first use.
 */
export function createReplyCheck(): ReplyCheck {
  const ajv = newAjv();
  const compile = (schema: object): ValidateFunction => {
    const validate = compiled.get(schema) ?? ajv.compile(schema);
    compiled.set(schema, validate);
    return validate;
  };
  return (operation, { status, type, text, headers }) => {
    const response = operation.responses[status];
    if (response === undefined) return `status ${status} is not declared`;
    const missing = Object.entries(response.headers ?? {}).find(
      ([name, { required }]) => required === true && !headers.includes(name.toLowerCase()),
    );
    if (missing !== undefined) return `header ${missing[0]} is missing on ${status}`;
    const schema = response.content?.[type]?.schema;
    if (schema === undefined) return `${type} is not declared for ${status}`;
    const validate = compile(schema);
    return validate(JSON.parse(text))
      ? undefined
      : `${status} ${type}: ${ajv.errorsText(validate.errors?.slice(0, MAX_REPORTED))}`;
  };
}
