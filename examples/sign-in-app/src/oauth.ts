// What an application's server says to the sign-in service: OAuth 2.0's authorization code, with nothing but fetch.
// A library does the same from {connectUrl}/.well-known/oauth-authorization-server.
import { createHash, randomBytes } from "node:crypto";
import type { Settings } from "./settings.ts";

/** Only what the application shows: people read this list before they allow it. */
const SCOPE = "user:base:read user:chain:read";

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/** What one sign-in must remember until the person is back: in a cookie, so that nobody else's answer is taken. */
export interface Attempt {
  readonly state: string;
  readonly verifier: string;
}

export class SignInError extends Error {
  override readonly name = "SignInError";
  /** As RFC 6749 names it, such as `invalid_grant`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export const createAttempt = (): Attempt => ({
  state: randomBytes(32).toString("base64url"), // comes back unchanged: the answer belongs to this browser
  verifier: randomBytes(32).toString("base64url"), // is shown only with the code: the code belongs to this sign-in
});

/** Where the browser is sent. */
export function authorizeUrl({ connectUrl, clientId, redirectUri }: Settings, { state, verifier }: Attempt): string {
  const url = new URL(`${connectUrl}/oauth2/authorize`);
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: SCOPE,
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  }).toString();
  return url.href;
}

/**
 * Tokens for what the browser brought back.
 * @throws SignInError - `access_denied` when the person refused, `invalid_state` when the answer isn't this attempt's.
 */
export async function finishSignIn(settings: Settings, attempt: Attempt | undefined, back: URL): Promise<Tokens> {
  const { code, state, iss, error, error_description: text } = Object.fromEntries(back.searchParams);
  // first of all: an answer that this browser didn't ask for is somebody else's
  if (attempt === undefined || state !== attempt.state || iss !== settings.connectUrl) {
    throw new SignInError("invalid_state", "This sign-in wasn't begun in this browser, or it took too long");
  }
  if (error !== undefined) throw new SignInError(error, text ?? error);
  return await askForTokens(settings, {
    grant_type: "authorization_code",
    code: code ?? "",
    redirect_uri: settings.redirectUri, // the same as before
    code_verifier: attempt.verifier,
  });
}

/** @throws SignInError - `invalid_grant` when the person took the consent back, or it expired. */
export const refresh = (settings: Settings, { refreshToken }: Tokens): Promise<Tokens> =>
  askForTokens(settings, { grant_type: "refresh_token", refresh_token: refreshToken });

/** Ends what the tokens open. */
export async function revoke(settings: Settings, { refreshToken }: Tokens): Promise<void> {
  await post(settings, "/oauth2/revoke", { token: refreshToken, token_type_hint: "refresh_token" });
}

async function askForTokens(settings: Settings, form: Record<string, string>): Promise<Tokens> {
  const {
    access_token: accessToken = "",
    refresh_token: refreshToken = "",
    expires_in = 0,
  } = await post(settings, "/oauth2/token", form);
  return { accessToken, refreshToken, expiresAt: Date.now() + expires_in * 1000 }; // the old refresh token is spent
}

interface Answer {
  readonly access_token?: string;
  readonly refresh_token?: string;
  /** Seconds. */
  readonly expires_in?: number;
  readonly error?: string;
  readonly error_description?: string;
}

/** From server to server: the client's secret never meets a browser. */
async function post(settings: Settings, path: string, form: Record<string, string>): Promise<Answer> {
  const { connectUrl, clientId, clientSecret } = settings;
  const response = await fetch(connectUrl + path, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    redirect: "error", // the secret would travel along
    signal: AbortSignal.timeout(10_000),
  });
  const body = (await response.json().catch(() => ({}))) as Answer;
  if (response.ok) return body;
  throw new SignInError(
    body.error ?? "no_answer",
    body.error_description ?? `The sign-in service says ${response.status}`,
  );
}
