import type { RequestHandler } from "express";
import { sendProblem } from "../problem/sendProblem.ts";

/**
 * Accepts only the issuer's host, and removes any other host from the request: the library builds the URLs that it
 * sends
 * from Host and X-Forwarded-Host.
 */
export function pinHost(issuer: string): RequestHandler {
  const { host, protocol } = new URL(issuer);
  return (req, res, next) => {
    if (req.headers.host?.toLowerCase() !== host) {
      sendProblem(req, res, "misdirected_request", "This server does not serve that host");
      return;
    }
    // The target may be in absolute form (RFC 9112 section 3.2.2): only its path counts.
    if (!req.url.startsWith("/")) req.url = req.url.replace(/^https?:\/\/[^/?#]*/i, "").replace(/^(?!\/)/, "/");
    delete req.headers["x-forwarded-host"];
    delete req.headers.forwarded;
    req.headers["x-forwarded-proto"] = protocol.slice(0, -1); // the scheme that users see, whatever a proxy uses to reach us
    next();
  };
}
