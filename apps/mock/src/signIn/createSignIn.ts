import type { IHttpRequest } from "@stoplight/prism-http";
import type { Directives } from "../scenarios/directives.ts";
import { authorize, hasPart } from "./authorize.ts";
import { readClient } from "./client.ts";
import { exchange } from "./exchange.ts";
import { createGrants } from "./grants.ts";
import { INVALID_CLIENT, type SignInReply } from "./reply.ts";
import { findBearer, introspect, revoke, scopeOf, type Bearer } from "./tokens.ts";

export interface SignInCall {
  readonly operationId: string;
  readonly request: IHttpRequest;
  readonly directives: Directives;
  /** The mock's URL. */
  readonly issuer: string;
}

export interface SignIn {
  /** Undefined for an operation outside of the sign-in service. */
  readonly answer: (call: SignInCall) => SignInReply | undefined;
  /** Undefined for an operation that isn't about the signed-in user. */
  readonly findBearer: (call: Pick<SignInCall, "operationId" | "request">) => Bearer | undefined;
}

const ACCESS_SECONDS = 3_600;
/** For a client with `short` in its id. */
const SHORT_SECONDS = 2;

/**
 * The sign-in service with a fake user, which stores codes and tokens.
 * @param findAddress - Of the first known owner among these names; by default of the first recorded owner.
 */
export function createSignIn(
  seed: string,
  findAddress: (names: string | readonly string[] | undefined) => string,
): SignIn {
  const grants = createGrants(seed);
  return {
    findBearer: ({ operationId, request }) => {
      if (!/^getMe(?![a-z])/.test(operationId)) return undefined;
      return findBearer(headerOf(request, "authorization"), scopeOf(operationId), grants, findAddress(undefined));
    },
    answer: ({ operationId, request, directives, issuer }) => {
      if (operationId === "getWellKnownOauthAuthorizationServer") return { body: metadataOf(issuer) };
      if (/^getOauth2?Authorize$/.test(operationId)) {
        const parameters = textsOf(Object.entries(request.url.query ?? {}));
        const address = findAddress(directives.user ?? parameters["client_id"]?.split("."));
        return authorize(parameters, { grants, address, issuer, isRfcProfile: operationId === "getOauth2Authorize" });
      }
      if (!operationId.startsWith("postOauth")) return undefined;
      const form = readForm(request);
      const client = readClient(headerOf(request, "authorization"), form);
      if (client === undefined) return INVALID_CLIENT;
      if (operationId === "postOauth2Revoke") return { body: revoke(form["token"] ?? "", client, grants) };
      if (operationId === "postOauth2Introspect") {
        return { body: introspect(form["token"] ?? "", client, issuer, grants) };
      }
      const scopeFormat = operationId === "postOauthToken" ? "list" : "text";
      const usual = hasPart(client.id, "short") ? SHORT_SECONDS : ACCESS_SECONDS;
      return exchange(form, client, { grants, scopeFormat, expires: directives.expires ?? usual });
    },
  };
}

const headerOf = (request: IHttpRequest, name: string): string => request.headers?.[name] ?? "";

/** The first of duplicate parameters counts. */
const textsOf = (entries: readonly (readonly [string, string | string[]])[]): Record<string, string | undefined> =>
  Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));

/** In both formats of the contract. */
function readForm({ body, headers = {} }: IHttpRequest): Record<string, string | undefined> {
  const text = typeof body === "string" ? body : "";
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/i.exec(headers["content-type"] ?? "")?.[1];
  if (boundary === undefined) return Object.fromEntries(new URLSearchParams(text));
  const parts = text
    .split(`--${boundary}`)
    .flatMap((part) => [.../name="([^"]*)"[^]*?\r?\n\r?\n([^]*?)\r?\n$/g[Symbol.matchAll](part)]);
  return Object.fromEntries(parts.map(([, name = "", value = ""]) => [name, value]));
}

function metadataOf(issuer: string): object {
  const methods = ["client_secret_basic", "client_secret_post"];
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth2/authorize`,
    token_endpoint: `${issuer}/oauth2/token`,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    introspection_endpoint: `${issuer}/oauth2/introspect`,
    scopes_supported: ["user:base:read", "user:chain:read", "user:social:read"],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    introspection_endpoint_auth_methods_supported: methods,
    authorization_response_iss_parameter_supported: true,
  };
}
