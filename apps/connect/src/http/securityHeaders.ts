import type { RequestHandler } from "express";

/** No script but those that the library names by their hash: of the page that ends an earlier sign-in. */
const CSP = "default-src 'none'; script-src 'strict-dynamic'; frame-ancestors 'none'; base-uri 'none'";

/** What every answer says to browsers. Pages put a content security policy of their own in place of this one. */
export function securityHeaders(issuer: string): RequestHandler {
  const isSecure = issuer.startsWith("https:");
  return (_req, res, next) => {
    res.setHeader("Content-Security-Policy", CSP);
    res.setHeader("X-Frame-Options", "DENY");
    res.setHeader("X-Content-Type-Options", "nosniff");
    res.setHeader("Referrer-Policy", "no-referrer");
    if (isSecure) res.setHeader("Strict-Transport-Security", "max-age=31536000");
    next();
  };
}
