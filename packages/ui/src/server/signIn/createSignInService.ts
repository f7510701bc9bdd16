import { createClient, unwrap } from "@portico/client";
import { createSignIn, type Attempt, type BegunSignIn } from "@portico/client/sign-in";

export interface OwnClient {
  readonly connectUrl: string;
  readonly id: string;
  readonly secret: string;
  readonly redirectUri: string;
}

export interface SignInService {
  /** The URL to redirect the browser to, and the state to store until it returns. */
  readonly begin: () => Promise<BegunSignIn>;
  /**
   * The subject (`sub`) of the user who returned with `back`, a path and its query. Rejects with PorticoError:
   * `invalid_state`, the user's refusal (`access_denied`), or the error of the sign-in service.
   */
  readonly finish: (attempt: Attempt | undefined, back: string) => Promise<string>;
}

const TIMEOUT_MS = 10_000;

/**
 * Our own sign-in service, used as any application uses it. Only the user's identity is needed: the tokens are revoked
 * at once.
 */
export function createSignInService({ connectUrl, id, secret, redirectUri }: OwnClient): SignInService {
  const signIn = createSignIn({ connectUrl, clientId: id, clientSecret: secret, redirectUri, timeoutMs: TIMEOUT_MS });
  const client = createClient({ baseUrl: connectUrl, timeoutMs: TIMEOUT_MS });
  return {
    begin: signIn.begin,
    finish: async (attempt, back) => {
      const tokens = await signIn.finish(attempt, back);
      const body = { token: tokens.accessToken, client_id: id, client_secret: secret };
      const headers = { "Content-Type": "application/x-www-form-urlencoded" };
      try {
        const { active, sub } = await unwrap(client.POST("/oauth2/introspect", { body, headers }));
        if (active && sub !== undefined) return sub;
      } finally {
        await signIn.revoke(tokens);
      }
      throw new TypeError("The sign-in service did not return the subject");
    },
  };
}
