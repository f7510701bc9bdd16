import type { TestClient } from "../startTestConnect.ts";

export const SCOPE = "user:base:read user:chain:read";

/** An application developer's settings. */
export interface Setup {
  readonly issuer: string;
  readonly client: TestClient;
  readonly callback: string;
  /** With the seed's endpoints everything is configured; with the other ones discovery does what it can. */
  readonly endpointProfile: "rfc" | "seed";
  /** Sends the user away. @returns the URL they return to. */
  readonly send: (url: URL) => Promise<URL>;
}

export interface SignedIn {
  readonly accessToken: string;
  /** As the library passes it to its application. */
  readonly scope: unknown;
  /** The user's id in the library, if it reads one. */
  readonly userId?: string;
  /**
   * Reads a resource as in the library's documentation. @returns the profile's id. Undefined if the library reads it by
   * itself, or not at all.
   */
  readonly readId?: () => Promise<unknown>;
  /** @returns the new access token. Undefined if the library leaves that to the application. */
  readonly refresh?: () => Promise<string>;
  /** Revokes the tokens of the last refresh; undefined as above. */
  readonly revoke?: () => Promise<void>;
}

/** An application built with the library: signs one user in. */
export type Library = (setup: Setup) => Promise<SignedIn>;

export const ENDPOINT_PROFILES = {
  rfc: { authorize: "/oauth2/authorize", token: "/oauth2/token", revoke: "/oauth2/revoke" },
  seed: { authorize: "/oauth/authorize", token: "/oauth/token", revoke: "/oauth2/revoke" },
} as const;

/** URL of the signed-in user's profile. */
export const profileUrl = ({ issuer }: Setup): string => `${issuer}/v1/me`;

/** Settings that a library can't discover with the seed's endpoints. */
export const typedIn = ({ issuer, endpointProfile }: Setup) => ({
  issuer,
  authorization_endpoint: issuer + ENDPOINT_PROFILES[endpointProfile].authorize,
  token_endpoint: issuer + ENDPOINT_PROFILES[endpointProfile].token,
  revocation_endpoint: issuer + ENDPOINT_PROFILES[endpointProfile].revoke,
});
