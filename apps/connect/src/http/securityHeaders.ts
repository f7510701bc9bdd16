import type { RequestHandler } from "express";

/** No scripts, except those that the library allows by their hash: of the page that ends an earlier sign-in. */
const CSP = "default-src 'none'; script-src 'strict-dynamic'; frame-ancestors 'none'; base-uri 'none'";

/** Security headers of every response. Pages replace the content security policy by their own. */
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
