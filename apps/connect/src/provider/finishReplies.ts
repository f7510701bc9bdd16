import type { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import type { KoaContextWithOIDC, Provider } from "oidc-provider";
import type { Logger } from "pino";
import { finishClientReply } from "./clientReply.ts";
import { clientInfoOf } from "./clients.ts";
import { ENDPOINT_PROFILE_PARAM, endpointProfileOf } from "./endpointNote.ts";
import type { ErrorPage, SendErrorPage } from "./errorPage.ts";

/** Wraps the library: converts its responses to the contract's form, and logs its failures. */
export function finishReplies(
  provider: Provider,
  { issuer, sendErrorPage, log }: { issuer: string; sendErrorPage: SendErrorPage; log: Logger },
): void {
  provider.on("authorization.error", keepHere);
  provider.on("server_error", (ctx, error) => {
    keepHere(ctx, error);
    ctx.state["serverError"] = error;
    const { requestId } = (ctx.res as ServerResponse & { locals?: { requestId?: string } }).locals ?? {};
    log.error({ requestId, route: ctx.oidc?.route, err: error }, "the provider failed");
  });
  (provider as EventEmitter).on("error", (error: Error) => log.error({ err: error }, "the provider failed"));
  const finishClient = finishClientReply(issuer);
  provider.use(async (context, next) => {
    await next();
    const ctx = context as KoaContextWithOIDC;
    finishClient(ctx);
    stripIss(ctx);
    const page = ctx.state["errorPage"] as ErrorPage | undefined;
    if (page === undefined) return;
    ctx.respond = false;
    sendErrorPage(ctx.res, page);
  });
}

/**
 * Anybody may publish a document that names any redirect URI. Nobody is sent there by an error, before they saw who asks:
 * the library shows a page instead.
 */
function keepHere(ctx: KoaContextWithOIDC, error: Error): void {
  const { client, route } = ctx.oidc;
  if (route !== "authorization" || client === undefined || !clientInfoOf(client).isDocument) return;
  Object.assign(error, { allow_redirect: false });
  if (ctx.status === 303) ctx.status = 400;
}

/**
 * Redirects of the seed's endpoint carry code or error, and state: `iss` (RFC 9207) breaks clients that don't expect
 * it.
 */
function stripIss(ctx: KoaContextWithOIDC): void {
  const route = ctx.oidc?.route;
  if (route !== "authorization" && route !== "resume") return;
  const endpointProfile = ctx.oidc.params?.[ENDPOINT_PROFILE_PARAM] ?? endpointProfileOf(ctx.req);
  const target = ctx.res.getHeader("Location");
  const url = URL.parse(String(target)); // null: it leads to our own page
  if (endpointProfile !== "seed" || url === null) return;
  const own = URL.parse(String(ctx.oidc.params?.["redirect_uri"]))?.searchParams.get("iss"); // a redirect URI's own query is kept
  if (typeof own === "string") url.searchParams.set("iss", own);
  else url.searchParams.delete("iss");
  ctx.response.set("Location", url.href);
}
