import {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  AuthorizationResponseError,
  ClientSecretBasic,
  customFetch,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  revocationRequest,
  validateAuthResponse,
  type AuthorizationServer,
  type Client,
  type TokenEndpointResponse,
} from "oauth4webapi";
import { PorticoError, type SignInErrorCode, toPorticoError } from "../porticoError.ts";
import { withDeadline } from "../withDeadline.ts";
import {
  type Application,
  type Attempt,
  beginSignIn,
  type BegunSignIn,
  DEFAULT_SCOPE,
  issuerOf,
} from "./beginSignIn.ts";
import { shareRefreshes, type Tokens } from "./shareRefreshes.ts";

export type SignInOptions = Application & {
  /** Server-side only. */
  readonly clientSecret: string;
  /** Timeout of the service's responses. Default 10000. */
  readonly timeoutMs?: number | undefined;
};

/** Every error is a PorticoError: its code is a SignInErrorCode, `timeout`, `unreachable` or `unknown`. */
export type SignIn = {
  readonly begin: () => Promise<BegunSignIn>;
  /**
   * Exchanges what the browser brought to the redirect URI, of which path and query are enough, for tokens. @throws
   * `invalid_state` if the response belongs to another attempt,
   * `access_denied` if the user refused.
   */
  readonly finish: (attempt: Attempt | undefined, back: URL | string) => Promise<Tokens>;
  /**
   * Concurrent callers with the same tokens, and later ones within a minute, share one result. @throws `invalid_grant`
   * if the user revoked the consent.
   */
  readonly refresh: (tokens: Tokens) => Promise<Tokens>;
  /** The same tokens if they are valid for `marginMs` (default 30000) more, otherwise like refresh. */
  readonly keepFresh: (tokens: Tokens, marginMs?: number) => Promise<Tokens>;
  /** Revokes the consent of the tokens, and thereby all its tokens. */
  readonly revoke: (tokens: Tokens) => Promise<void>;
};

/** Signs users in with the sign-in service, on a server. */
export function createSignIn(options: SignInOptions): SignIn {
  const server = describeServer(options.connectUrl);
  const client: Client = { client_id: options.clientId };
  const authentication = ClientSecretBasic(options.clientSecret);
  const request = createRequester(options);
  const scope = (options.scope ?? DEFAULT_SCOPE).join(" ");
  const refresh = shareRefreshes((old) =>
    request(async (how) => {
      const response = await refreshTokenGrantRequest(server, client, authentication, old.refreshToken, how);
      return toTokens(await processRefreshTokenResponse(server, client, await assertOk(response)), {
        refresh_token: old.refreshToken,
        scope: old.scope.join(" "),
      });
    }),
  );

  return {
    begin: () => beginSignIn(options),
    finish: async (attempt, back) => {
      const answer = readAnswer({ server, client, attempt, back, redirectUri: options.redirectUri });
      return request(async (how) => {
        const grant = [answer, options.redirectUri, attempt?.codeVerifier ?? "", how] as const;
        const response = await authorizationCodeGrantRequest(server, client, authentication, ...grant);
        return toTokens(await processAuthorizationCodeResponse(server, client, await assertOk(response)), {
          scope,
        });
      });
    },
    refresh,
    keepFresh: async (tokens, marginMs = 30_000) =>
      tokens.expiresAtMs - marginMs > Date.now() ? tokens : await refresh(tokens),
    revoke: ({ refreshToken }) =>
      request(async (how) => {
        await assertOk(await revocationRequest(server, client, authentication, refreshToken, how));
      }),
  };
}

const LOOPBACKS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The result of discovery, which the contract fixes. */
function describeServer(connectUrl: string): AuthorizationServer {
  const issuer = issuerOf(connectUrl);
  const { protocol, hostname } = new URL(issuer);
  if (protocol !== "https:" && !(protocol === "http:" && LOOPBACKS.has(hostname)))
    throw new TypeError("connectUrl must be an https address, or http on this computer");
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth2/authorize`,
    token_endpoint: `${issuer}/oauth2/token`,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    authorization_response_iss_parameter_supported: true,
  };
}

type How = {
  readonly signal: AbortSignal;
  readonly [allowInsecureRequests]: boolean;
  readonly [customFetch]: typeof fetch;
};

/**
 * Calls oauth4webapi with a timeout, and reads a complete response. Responses that it rejects are `unknown`.
 */
function createRequester({ connectUrl, timeoutMs = 10_000 }: SignInOptions) {
  const send: typeof fetch = async (input, init) => {
    try {
      const response = await fetch(input, init);
      await response.clone().text();
      return response;
    } catch (cause) {
      throw new PorticoError("unreachable", `no response from ${connectUrl}`, { cause });
    }
  };
  const isPlain = connectUrl.startsWith("http:");
  return <T>(call: (how: How) => Promise<T>): Promise<T> =>
    withDeadline({ timeoutMs, signal: undefined, isStream: false }, ({ signal }) =>
      call({ signal, [allowInsecureRequests]: isPlain, [customFetch]: send }),
    ).catch((error: unknown) => {
      if (error instanceof PorticoError) throw error;
      throw new PorticoError("unknown", error instanceof Error ? error.message : "the response is not from Portico", {
        cause: error,
      });
    });
}

type Returned = {
  readonly server: AuthorizationServer;
  readonly client: Client;
  readonly attempt: Attempt | undefined;
  readonly back: URL | string;
  readonly redirectUri: string;
};

/**
 * Checks state and issuer first (oauth4webapi accepts a missing state): a response, even an error, that this browser
 * didn't request belongs to another.
 */
function readAnswer({ server, client, attempt, back, redirectUri }: Returned): URLSearchParams {
  try {
    if (attempt?.state && attempt.codeVerifier)
      return validateAuthResponse(server, client, new URL(back, redirectUri), attempt.state);
  } catch (cause) {
    if (cause instanceof AuthorizationResponseError) {
      throw new PorticoError(cause.error as SignInErrorCode, cause.error_description ?? cause.error, { cause });
    }
  }
  throw new PorticoError("invalid_state", "this sign-in was not started in this browser, or it took too long");
}

async function assertOk(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw toPorticoError(await response.json().catch(() => undefined), response);
}

/** Omitted fields are unchanged (RFC 6749 sections 5.1 and 6). */
const toTokens = (
  answer: TokenEndpointResponse,
  before: Pick<TokenEndpointResponse, "refresh_token" | "scope">,
): Tokens => {
  const { access_token, refresh_token = "", expires_in = 0, scope = "" } = { ...before, ...answer };
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAtMs: Date.now() + expires_in * 1000,
    scope: scope.split(" ").filter(Boolean),
  };
};
