/** Names of our cookies. `__Host-` prevents other hosts from setting them, and requires a secure connection. */
export interface CookieNames {
  readonly session: string;
  /** State of a pending sign-in, until the user returns. */
  readonly attempt: string;
}

const SECURE: CookieNames = { session: "__Host-portico", attempt: "__Host-portico-attempt" };
/** For http, which is on loopback only. */
const PLAIN: CookieNames = { session: "portico_dashboard", attempt: "portico_dashboard_attempt" };

export const cookieNames = (url: string): CookieNames => (url.startsWith("https:") ? SECURE : PLAIN);
