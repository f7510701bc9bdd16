/** The scopes that can be asked for. */
export const SCOPES = ["user:base:read", "user:chain:read", "user:social:read"] as const;

/** What who names no scope asks for: the least. */
export const DEFAULT_SCOPE = "user:base:read";

/** The audience of every access token: the user data interfaces. */
export const resourceOf = (issuer: string): string => `${issuer}/v1/me`;
