import type { RequestHandler } from "express";
import { refuseMessage } from "./refuseMessage.ts";

export interface OriginGuardOptions {
  /** The server's own. */
  readonly url: string;
  readonly origins: readonly string[];
}

const ALLOWED_HEADERS = "AccessKey, Authorization, Content-Type, Mcp-Protocol-Version, Mcp-Session-Id";

/**
 * Refuses web pages of other origins (403), as the protocol requires against DNS rebinding, and answers preflights of
 * those that are allowed. Programs send no Origin.
 */
export function originGuard({ url, origins }: OriginGuardOptions): RequestHandler {
  const allowed = new Set([url, ...origins]);
  return (req, res, next) => {
    const { origin } = req.headers;
    if (origin === undefined) return next();
    if (!allowed.has(origin))
      return refuseMessage(res, { status: 403, message: "Pages of this origin may not call this server" });
    res.set({
      "Access-Control-Allow-Origin": origin,
      "Access-Control-Expose-Headers": "WWW-Authenticate, X-Request-Id",
      Vary: "Origin",
    });
    if (req.method !== "OPTIONS") return next();
    res.set({ "Access-Control-Allow-Headers": ALLOWED_HEADERS, "Access-Control-Allow-Methods": "POST" });
    res.status(204).end();
  };
}
