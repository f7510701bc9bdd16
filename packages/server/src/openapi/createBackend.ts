import { OpenAPIBackend, type Document, type Options } from "openapi-backend";
import { newAjv } from "./ajv.ts";
import { useStaticParts } from "./useStaticParts.ts";

/**
 * openapi-backend as the contract needs it, ready to handle requests.
 * @param definition - Dereferenced.
 */
export async function createBackend(
  definition: object,
  { securityHandlers, handlers }: Required<Pick<Options, "securityHandlers" | "handlers">>,
): Promise<OpenAPIBackend> {
  const backend = new Backend({
    definition: definition as Document,
    strict: true,
    coerceTypes: true,
    ajvOpts: { useDefaults: true },
    customizeAjv: (_ajv, ajvOpts) => newAjv(ajvOpts),
    securityHandlers,
    handlers,
  });
  return await backend.init();
}

class Backend extends OpenAPIBackend {
  /** Its own would check the document against OpenAPI 3.0, and so refuse 3.1, or parse and dereference it again. */
  override async init(): Promise<this> {
    this.definition = this.inputDocument as Document;
    useStaticParts(this);
    this.initialized = true;
    // once more, as now those that the definition doesn't have are refused
    this.register(this.handlers);
    for (const [name, handler] of Object.entries(this.securityHandlers)) {
      if (handler) this.registerSecurityHandler(name, handler);
    }
    return this;
  }
}
