import type { Scope } from "@portico/contract";
import { calculatePKCECodeChallenge, generateRandomCodeVerifier, generateRandomState } from "oauth4webapi";

/** An application, as registered at the sign-in service. */
export type Application = {
  /** URL of the sign-in service. */
  readonly connectUrl: string;
  readonly clientId: string;
  /** One of the registered ones. */
  readonly redirectUri: string;
  /** Only what the application shows: users read this list before they consent. Default `user:base:read`. */
  readonly scope?: readonly Scope[] | undefined;
};

/**
 * State of a sign-in, to be stored in that browser's session and nowhere else, so that no other browser's response is
 * accepted.
 */
export type Attempt = {
  /** Returned unchanged: binds the response to this browser. */
  readonly state: string;
  /** Sent only with the code: binds the code to this sign-in (PKCE). */
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

/** The service's own spelling: without a trailing slash. */
export const issuerOf = (connectUrl: string): string => connectUrl.replace(/\/+$/, "");
