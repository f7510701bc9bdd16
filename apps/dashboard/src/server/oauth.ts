import * as oauth from "oauth4webapi";

/** What one sign-in must remember until the person is back; kept in a cookie, so that nobody else's answer is taken. */
export interface Attempt {
  readonly state: string;
  readonly verifier: string;
  /** Path of ours to come back to. */
  readonly to: string;
}

export interface OwnClient {
  readonly connectUrl: string;
  readonly id: string;
  readonly secret: string;
  readonly redirectUri: string;
}

const SCOPE = "user:base:read";
const TIMEOUT_MS = 10_000;

export interface SignInService {
  /** Where to send a browser. */
  readonly authorizeUrl: (attempt: Attempt) => Promise<string>;
  /** Who came back: a lower-case address. Rejects with OauthRefusal, and with what the sign-in service says. */
  readonly finish: (attempt: Attempt, back: URL) => Promise<`0x${string}`>;
}

/** The person, or the sign-in service, said no; `code` as RFC 6749 names it. */
export class OauthRefusal extends Error {
  override readonly name = "OauthRefusal";
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(`The sign-in ended with ${code}`, options);
    this.code = code;
  }
}

export const createAttempt = (to: string): Attempt => ({
  state: oauth.generateRandomState(),
  verifier: oauth.generateRandomCodeVerifier(),
  to,
});

/** Our own sign-in service, asked as any application asks it: authorization code, PKCE, state. */
export function createSignInService({ connectUrl, id, secret, redirectUri }: OwnClient): SignInService {
  const client: oauth.Client = { client_id: id };
  const authentication = oauth.ClientSecretBasic(secret);
  const options = () => ({
    [oauth.allowInsecureRequests]: connectUrl.startsWith("http:"), // on this very computer: see config.ts
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  let known: Promise<oauth.AuthorizationServer> | undefined;
  const discover = (): Promise<oauth.AuthorizationServer> => (known ??= read());
  const read = async (): Promise<oauth.AuthorizationServer> => {
    try {
      const issuer = new URL(connectUrl);
      const response = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...options() });
      return await oauth.processDiscoveryResponse(issuer, response);
    } catch (error) {
      known = undefined; // the next one tries again
      throw error;
    }
  };
  return {
    authorizeUrl: async ({ state, verifier }) => {
      const url = new URL((await discover()).authorization_endpoint ?? "");
      url.search = new URLSearchParams({
        response_type: "code",
        client_id: id,
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      }).toString();
      return url.href;
    },
    finish: async ({ state, verifier }, back) => {
      const server = await discover();
      const parameters = readAnswer(server, client, back, state);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        parameters,
        redirectUri,
        verifier,
        options(),
      );
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
      const token = tokens.access_token;
      const said = await oauth.introspectionRequest(server, client, authentication, token, options());
      const { active, sub = "" } = await oauth.processIntrospectionResponse(server, client, said);
      await oauth.revocationRequest(server, client, authentication, tokens.refresh_token ?? token, options());
      if (!active || !isAddress(sub)) throw new TypeError("The sign-in service did not say who signed in");
      return sub;
    },
  };
}

function readAnswer(server: oauth.AuthorizationServer, client: oauth.Client, back: URL, state: string) {
  try {
    return oauth.validateAuthResponse(server, client, back, state);
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) throw new OauthRefusal(error.error, { cause: error });
    throw new OauthRefusal("invalid_state", { cause: error });
  }
}

const isAddress = (text: string): text is `0x${string}` => /^0x[0-9a-f]{40}$/.test(text);
