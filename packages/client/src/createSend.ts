import { PorticoError } from "./porticoError.ts";
import type { Fetch } from "./retryingFetch.ts";

/** A fetch that says of a call without an answer, or with one that breaks off, that it is so. An abort stays what it is. */
export const createSend =
  (fetch: Fetch): Fetch =>
  async (request) => {
    try {
      return tellingBreaks(await fetch(request));
    } catch (cause) {
      if (request.signal.aborted) throw cause;
      throw new PorticoError("unreachable", `no answer from ${new URL(request.url).origin}`, { cause });
    }
  };

/** In place, since openapi-fetch reads some bodies itself, and its middleware may, too. */
function tellingBreaks(response: Response): Response {
  for (const how of ["arrayBuffer", "blob", "text"] as const) {
    const read = response[how].bind(response) as () => Promise<unknown>;
    const value = () =>
      read().catch((cause: unknown) => {
        throw new PorticoError("unreachable", "the answer broke off", { response, cause });
      });
    Object.assign(response, { [how]: value });
  }
  return response;
}
