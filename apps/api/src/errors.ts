export { ERRORS, invalidParams, quote, ServiceError } from "@portico/server";
