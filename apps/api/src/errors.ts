export { ERRORS, invalidParams, quote, ServiceError } from "@portico/http";
export type { ErrorCode, ServiceErrorOptions } from "@portico/http";
