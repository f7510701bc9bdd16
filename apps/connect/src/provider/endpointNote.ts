import type { IncomingMessage } from "node:http";
import type { errors } from "oidc-provider";

/** Stores in an interaction by which endpoint it came; a client's own parameter of this name is dropped. */
export const ENDPOINT_PROFILE_PARAM = "portico_door";

export type EndpointProfile = "rfc" | "seed";

export interface EndpointNote {
  readonly endpointProfile: EndpointProfile;
  /** What is wrong with the request: reported to the client once that is safe. */
  readonly refusal?: errors.OIDCProviderError | undefined;
}

const notes = new WeakMap<IncomingMessage, EndpointNote>();

export const noteEndpoint = (req: IncomingMessage, note: EndpointNote): void => void notes.set(req, note);

export const endpointProfileOf = (req: IncomingMessage): EndpointProfile | undefined => notes.get(req)?.endpointProfile;

export const refusalOf = (req: IncomingMessage): errors.OIDCProviderError | undefined => notes.get(req)?.refusal;
