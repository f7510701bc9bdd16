import type { AllowedMethods } from "../openapi/allowedMethods.ts";
import type { RoutedOperation } from "../openapi/definition.ts";
import type { StaticRouter } from "../openapi/staticRouter.ts";
import { ServiceError } from "../problem/errors.ts";
import { nameOperation } from "../telemetry/requestContext.ts";
import type { Exchange } from "./exchange.ts";

export interface ParseOptions {
  readonly router: StaticRouter;
  readonly allowedMethods: AllowedMethods;
}

/**
 * Finds the operation of a request and its path parameters, and names the operation for metrics and traces.
 * @throws ServiceError not_found; method_not_allowed with the header Allow. URIError for a path parameter that can't be decoded.
 */
export function parse(exchange: Exchange, { router, allowedMethods }: ParseOptions): RoutedOperation {
  const match = router.find(exchange.method, exchange.path);
  if (match === undefined) throw refuse(allowedMethods(exchange.path));
  exchange.operation = match.operation;
  exchange.params = match.params;
  nameOperation(exchange.res, match.operation.operationId);
  return match.operation;
}

const refuse = (allow: string): ServiceError =>
  allow === ""
    ? new ServiceError("not_found", "No operation has this path")
    : new ServiceError("method_not_allowed", `This path accepts ${allow}`, { headers: { Allow: allow } });
