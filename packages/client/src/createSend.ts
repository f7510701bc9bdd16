import { PorticoError } from "./porticoError.ts";
import type { Fetch } from "./retryingFetch.ts";

/** A fetch whose error distinguishes a missing response from an interrupted one. Aborts keep their reason. */
export const createSend =
  (fetch: Fetch): Fetch =>
  async (request) => {
    try {
      return withAbortableBody(await fetch(request));
    } catch (cause) {
      if (request.signal.aborted) throw cause;
      throw new PorticoError("unreachable", `no response from ${new URL(request.url).origin}`, { cause });
    }
  };

/** Modifies the response, because openapi-fetch reads some bodies itself, and its middleware may, too. */
function withAbortableBody(response: Response): Response {
  for (const how of ["arrayBuffer", "blob", "text"] as const) {
    const read = response[how].bind(response) as () => Promise<unknown>;
    const value = () =>
      read().catch((cause: unknown) => {
        throw new PorticoError("unreachable", "the response was interrupted", { response, cause });
      });
    Object.assign(response, { [how]: value });
  }
  return response;
}
