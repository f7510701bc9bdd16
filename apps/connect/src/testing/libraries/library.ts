import type { TestClient } from "../startTestConnect.ts";

export const SCOPE = "user:base:read user:chain:read";

/** What an application's developer types in or has. */
export interface Setup {
  readonly issuer: string;
  readonly client: TestClient;
  readonly callback: string;
  /** At the seed's door everything is typed in; at the other what the library can find out by itself isn't. */
  readonly door: "rfc" | "seed";
  /** Sends the person away. @returns where they come back. */
  readonly send: (url: URL) => Promise<URL>;
}

export interface SignedIn {
  readonly accessToken: string;
  /** As the library gives it to its application. */
  readonly scope: unknown;
  /** Whom it took for the person, when it asks. */
  readonly userId?: string;
  /** As its own documentation reads a resource. @returns the profile's id. Absent when it asks by itself, or not at all. */
  readonly readId?: () => Promise<unknown>;
  /** @returns the new access token. Absent when the library leaves that to the application. */
  readonly refresh?: () => Promise<string>;
  /** Takes back what the last refresh brought; absent as above. */
  readonly revoke?: () => Promise<void>;
}

/** An application that is built with it: signs one person in. */
export type Library = (setup: Setup) => Promise<SignedIn>;

export const DOORS = {
  rfc: { authorize: "/oauth2/authorize", token: "/oauth2/token", revoke: "/oauth2/revoke" },
  seed: { authorize: "/oauth/authorize", token: "/oauth/token", revoke: "/oauth2/revoke" },
} as const;

/** Where the profile of whoever signed in is. */
export const profileUrl = ({ issuer }: Setup): string => `${issuer}/v1/me`;

/** What a library can't find out for itself at the seed's door. */
export const typedIn = ({ issuer, door }: Setup) => ({
  issuer,
  authorization_endpoint: issuer + DOORS[door].authorize,
  token_endpoint: issuer + DOORS[door].token,
  revocation_endpoint: issuer + DOORS[door].revoke,
});
