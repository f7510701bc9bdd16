export { ERRORS, invalidParams, quote, ServiceError } from "@portico/server";
export type { ErrorCode, ServiceErrorOptions } from "@portico/server";
