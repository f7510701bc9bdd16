const POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/;

/** Instead of a page, for what isn't one: nothing may run or load. */
export const NO_PAGE_POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`;

/**
 * The headers of an answer. The policy is the page's own, and what only a header can say.
 * @throws Error when the page has no policy: then the build did not make it.
 */
export function securityHeaders(page: string): Readonly<Record<string, string>> {
  const policy = POLICY.exec(page)?.[1];
  if (policy === undefined) throw new Error("The page has no Content-Security-Policy: build it again");
  return {
    "content-security-policy": `${policy}; frame-ancestors 'none'`,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
  };
}
