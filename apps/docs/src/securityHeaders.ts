const POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/;

/** For responses other than pages: nothing may run or load. */
export const NO_PAGE_POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`;

/**
 * Response headers. The policy is the page's own plus the directives that only a header can carry.
 * @throws Error if the page has no policy, so was not made by the build.
 */
export function securityHeaders(page: string): Readonly<Record<string, string>> {
  const policy = POLICY.exec(page)?.[1];
  if (policy === undefined) throw new Error("The page has no Content-Security-Policy: rebuild it");
  return {
    "content-security-policy": `${policy}; frame-ancestors 'none'`,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
  };
}
