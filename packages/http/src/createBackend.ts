import { OpenAPIBackend, type Document, type Options } from "openapi-backend";
import { newAjv } from "./ajv.ts";
import { useStaticParts } from "./useStaticParts.ts";

/** openapi-backend as the contract needs it, ready to handle requests. */
export async function createBackend(
  definition: object,
  { securityHandlers, handlers }: Required<Pick<Options, "securityHandlers" | "handlers">>,
): Promise<OpenAPIBackend> {
  const backend = new OpenAPIBackend({
    definition: definition as Document,
    strict: true,
    quick: true, // the slow start checks the document against OpenAPI 3.0, and so refuses 3.1
    coerceTypes: true,
    ajvOpts: { useDefaults: true },
    customizeAjv: (_ajv, ajvOpts) => newAjv(ajvOpts),
    securityHandlers,
    handlers,
  });
  await backend.init();
  useStaticParts(backend);
  return backend;
}
