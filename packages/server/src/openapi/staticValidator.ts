import type { ErrorObject } from "ajv/dist/2020.js";
import { OpenAPIValidator } from "openapi-backend";
import { newAjv } from "./ajv.ts";
import type { Definition, Operation } from "./definition.ts";
import type { StaticRouter } from "./staticRouter.ts";

/** The parsed parts of a request, as openapi-backend's schemas name them. */
export interface ParsedParts {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Names in lower case. */
  readonly header: Readonly<Record<string, string>>;
  /** Left out for an operation without a body. */
  readonly requestBody?: object;
}

/** openapi-backend's validator for requests that are parsed already: runs the functions compiled once per operation. */
export class StaticValidator extends OpenAPIValidator {
  constructor(definition: Definition, router: StaticRouter) {
    super({
      definition: definition as unknown as ConstructorParameters<typeof OpenAPIValidator>[0]["definition"],
      router,
      ajvOpts: { useDefaults: true },
      customizeAjv: (_ajv, options) => newAjv(options),
      coerceTypes: true,
      lazyCompileValidators: true,
    });
  }

  /** Validates a request, and fills the defaults of its parameters in. */
  check({ operationId }: Operation, parts: ParsedParts): readonly ErrorObject[] {
    const validators = this.getRequestValidatorsForOperation(operationId) ?? [];
    const parameters = { ...parts, cookie: {} };
    return validators.flatMap((validate) => (validate(parameters) ? [] : (validate.errors ?? [])));
  }
}
