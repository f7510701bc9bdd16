import type { RequestHandler } from "express";

/**
 * Security headers of every response of a server of pages; pages replace the Content-Security-Policy by their own.
 * @param url - The public URL of the server.
 */
export function pageHeaders(url: string): RequestHandler {
  const always = {
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    ...(url.startsWith("https:") && { "Strict-Transport-Security": "max-age=31536000" }),
  };
  return (_req, res, next) => {
    res.set(always);
    next();
  };
}
