import { isDatabaseAway } from "@portico/store";
import type { KoaContextWithOIDC } from "oidc-provider";
import { clientInfoOf } from "./clients.ts";
import { endpointProfileOf } from "./endpointNote.ts";

/** Endpoints for clients' servers, by the library's names. */
const CLIENT_ROUTES = new Set(["token", "introspection", "revocation"]);

const CORS_HEADERS = ["Access-Control-Allow-Origin", "Access-Control-Expose-Headers"];

interface OAuthBody {
  readonly error?: string;
  readonly scope?: unknown;
}

/** Converts the library's responses to clients' servers to the contract's form. */
export const finishClientReply =
  (issuer: string) =>
  (ctx: KoaContextWithOIDC): void => {
    const route = ctx.oidc?.route ?? "";
    if (!CLIENT_ROUTES.has(route)) return;
    ctx.set("Cache-Control", "no-store");
    ctx.set("Pragma", "no-cache");
    for (const name of CORS_HEADERS) ctx.remove(name); // secrets do not belong in browsers
    if (isDatabaseAway(ctx.state["serverError"])) {
      ctx.status = 503;
      ctx.set("Retry-After", "1");
      ctx.body = { error: "temporarily_unavailable", error_description: "try again later" };
    } else if (lacksCredentials(ctx)) {
      ctx.status = 401;
      ctx.body = { error: "invalid_client", error_description: "client authentication is required" };
    }
    if (ctx.status === 401) ctx.set("WWW-Authenticate", `Basic realm="${issuer}", charset="UTF-8"`);
    if (ctx.status !== 200) return;
    if (route === "revocation") ctx.body = {}; // some clients require JSON
    if (route === "token") ctx.body = withScope(ctx, ctx.body as OAuthBody);
  };

/** RFC 6749 section 5.2 names this case invalid_client; the library's code is invalid_request. */
function lacksCredentials({ status, headers, oidc }: KoaContextWithOIDC): boolean {
  const { body, client } = oidc;
  if (status !== 400 || client !== undefined || body === undefined || headers.authorization !== undefined) return false;
  return body["client_id"] === undefined || body["client_secret"] === undefined;
}

/** The seed's endpoint returns scopes as a list, unless the client's setting is RFC 6749's form. */
function withScope(ctx: KoaContextWithOIDC, body: OAuthBody): OAuthBody {
  const format =
    endpointProfileOf(ctx.req) === "seed" && ctx.oidc.client ? clientInfoOf(ctx.oidc.client).scopeFormat : "string";
  if (format === "string" || typeof body.scope !== "string") return body;
  return { ...body, scope: body.scope.split(" ").filter((scope) => scope !== "") };
}
