import type { Scope } from "@portico/contract";
import { calculatePKCECodeChallenge, generateRandomCodeVerifier, generateRandomState } from "oauth4webapi";

/** An application, as it is registered at the sign-in service. */
export type Application = {
  /** The sign-in service. */
  readonly connectUrl: string;
  readonly clientId: string;
  /** One of those that are registered. */
  readonly redirectUri: string;
  /** Only what the application shows: people read this list before they allow it. Default `user:base:read`. */
  readonly scope?: readonly Scope[] | undefined;
};

/**
 * What one sign-in must remember until the person is back, in that browser's session and nowhere else, so that nobody
 * else's answer is taken.
 */
export type Attempt = {
  /** Comes back unchanged: the answer belongs to this browser. */
  readonly state: string;
  /** Is shown only with the code: the code belongs to this sign-in. */
  readonly codeVerifier: string;
};

export type BegunSignIn = {
  /** Where to send the browser. */
  readonly url: string;
  readonly attempt: Attempt;
};

export const DEFAULT_SCOPE: readonly Scope[] = ["user:base:read"];

/** Begins a sign-in. Needs no secret, so a browser can do it. */
export async function beginSignIn(application: Application): Promise<BegunSignIn> {
  const { connectUrl, clientId, redirectUri, scope = DEFAULT_SCOPE } = application;
  const attempt = { state: generateRandomState(), codeVerifier: generateRandomCodeVerifier() };
  const url = new URL(`${issuerOf(connectUrl)}/oauth2/authorize`);
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scope.join(" "),
    state: attempt.state,
    code_challenge: await calculatePKCECodeChallenge(attempt.codeVerifier),
    code_challenge_method: "S256",
  }).toString();
  return { url: url.href, attempt };
}

/** As it calls itself: without a slash at its end. */
export const issuerOf = (connectUrl: string): string => connectUrl.replace(/\/+$/, "");
