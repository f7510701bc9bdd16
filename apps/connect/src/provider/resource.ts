/** The available scopes. */
export const SCOPES = ["user:base:read", "user:chain:read", "user:social:read"] as const;

/** The scope of requests without one: the smallest. */
export const DEFAULT_SCOPE = "user:base:read";

/** The audience of every access token: the user data endpoints. */
export const resourceOf = (issuer: string): string => `${issuer}/v1/me`;
