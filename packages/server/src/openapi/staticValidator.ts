import {
  OpenAPIValidator,
  type Operation,
  type ParsedRequest,
  type Request,
  type ValidationResult,
} from "openapi-backend";

/**
 * openapi-backend's validator for requests that come parsed (see StaticRouter): runs the functions that it compiled once for
 * the operation, and nothing else. They fill defaults in, in the request's own query.
 */
export class StaticValidator extends OpenAPIValidator {
  override validateRequest(request: Request, operation?: Operation | string): ValidationResult<Request> {
    const operationId = typeof operation === "string" ? operation : (operation?.operationId ?? "");
    const { params: path, query, headers: header, cookies: cookie, requestBody } = request as ParsedRequest;
    const parameters = { path, query, header, cookie, ...(requestBody !== undefined && { requestBody }) };
    const validators = this.getRequestValidatorsForOperation(operationId) ?? [];
    const errors = validators.flatMap((validate) => (validate(parameters) ? [] : (validate.errors ?? [])));
    return { valid: errors.length === 0, errors: errors.length === 0 ? null : errors, coerced: request };
  }
}
