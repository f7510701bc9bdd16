import type { OpenAPIBackend } from "openapi-backend";
import { StaticRouter } from "./staticRouter.ts";
import { StaticValidator } from "./staticValidator.ts";

/**
 * Puts in what does the same for our contract with less work; openapi-backend calls them as it would call its own.
 * Its requests must come parsed.
 */
export function useStaticParts(api: OpenAPIBackend): void {
  const { definition, ajvOpts, customizeAjv, coerceTypes } = api;
  const router = new StaticRouter({ definition });
  const shared = { definition, router, ajvOpts, coerceTypes, lazyCompileValidators: true };
  api.router = router;
  api.validator = new StaticValidator({ ...shared, ...(customizeAjv && { customizeAjv }) });
}
