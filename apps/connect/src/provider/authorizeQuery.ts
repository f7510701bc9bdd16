import { errors } from "oidc-provider";
import { ENDPOINT_PROFILE_PARAM, type EndpointProfile, type EndpointNote } from "./endpointNote.ts";
import { findResource, type Resource } from "./resource.ts";

/** Parameters passed to the library; others are ignored, as RFC 6749 section 3.1 requires. */
const FORWARDED_PARAMS = new Set([
  "client_id",
  "redirect_uri",
  "scope",
  "response_type",
  "state",
  "code_challenge",
  "code_challenge_method",
  "prompt",
  "request",
  "request_uri",
  "resource",
]);

const STATE_LENGTH = 2048;

export interface RewriteOptions {
  readonly endpointProfile: EndpointProfile;
  /** The first is the default. */
  readonly resources: readonly [Resource, ...Resource[]];
}

/**
 * Rewrites an authorization request so that the library responds as the contract says: defaults are filled in, and
 * what it would do otherwise (drop unknown scopes, respond in a fragment) is noted as a refusal, which it throws once
 * client
 * and redirect URI are valid.
 */
export function rewriteQuery(
  query: string,
  { endpointProfile, resources }: RewriteOptions,
): { query: string; note: EndpointNote } {
  const given = new URLSearchParams(query);
  const forwarded = new URLSearchParams([...given].filter(([name]) => FORWARDED_PARAMS.has(name)));
  if (endpointProfile === "seed") forwarded.delete("resource"); // the seed has none
  const resource = findResource(resources, forwarded.get("resource") ?? resources[0].uri) ?? resources[0];
  const refusal = findRefusal(forwarded, resource) ?? findLoss(query);
  // Named twice it stays so: the library rejects that.
  if (forwarded.getAll("response_type").length < 2) forwarded.set("response_type", "code");
  if (forwarded.getAll("scope").length < 2 && (refusal !== undefined || !forwarded.get("scope")))
    forwarded.set("scope", resource.defaultScope);
  if (refusal !== undefined) forwarded.delete("resource"); // otherwise the library might refuse first
  forwarded.set(ENDPOINT_PROFILE_PARAM, endpointProfile);
  return { query: forwarded.toString(), note: { endpointProfile, refusal } };
}

function findRefusal(params: URLSearchParams, resource: Resource): EndpointNote["refusal"] {
  const responseType = params.get("response_type");
  if (responseType && responseType !== "code") return new errors.UnsupportedResponseType();
  const [named = resource.uri, ...others] = params.getAll("resource");
  if (named !== resource.uri || others.length > 0) return new errors.InvalidTarget("resource must be one that exists");
  const isScope = (text: string): boolean => text === "" || resource.scopes.includes(text);
  const unknown = (params.get("scope") ?? "").split(" ").find((scope) => !isScope(scope));
  if (unknown !== undefined) return new errors.InvalidScope("requested scope is unknown", unknown);
  const state = params.get("state") ?? "";
  if (state.length > STATE_LENGTH) {
    return new errors.InvalidRequest(`state must not be longer than ${STATE_LENGTH} characters`);
  }
  return undefined;
}

const REPLACEMENT = "\uFFFD";

/**
 * Invalid UTF-8 is decoded to the replacement character, and a client would not recognize its own state; the character
 * itself may be intended.
 */
function findLoss(query: string): EndpointNote["refusal"] {
  const unmeant = query.replaceAll(/%EF%BF%BD/gi, "x");
  const isLost = new URLSearchParams(unmeant).get("state")?.includes(REPLACEMENT) === true;
  return isLost ? new errors.InvalidRequest("state must be UTF-8") : undefined;
}
