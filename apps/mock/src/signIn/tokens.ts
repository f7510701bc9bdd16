import type { Client } from "./client.ts";
import { isAlive, type Grants } from "./grants.ts";

/**
 * Revokes an access token, or a refresh token with all of its consent (RFC 7009). Unknown ones and other clients' are
 * ignored.
 */
export function revoke(name: string, client: Client, { tokens }: Grants): object {
  const token = tokens.get(name);
  if (token?.grant.clientId !== client.id) return {};
  if (token.kind === "refresh") token.grant.isEnded = true;
  else token.isRevoked = true;
  return {};
}

/** State of a client's own token (RFC 7662). */
export function introspect(name: string, client: Client, issuer: string, { tokens, now }: Grants): object {
  const token = tokens.get(name);
  if (token === undefined || token.grant.clientId !== client.id || !isAlive(token, now())) return { active: false };
  const { grant, kind, madeAt, endsAt } = token;
  return {
    active: true,
    scope: grant.scopes.join(" "),
    client_id: client.id,
    ...(kind === "access" && { token_type: "Bearer" }),
    sub: grant.address,
    iss: issuer,
    aud: `${issuer}/v1/me`,
    iat: madeAt,
    exp: endsAt,
  };
}

/** The user and the client of a bearer token, or the contract's example of its error. */
export type Bearer =
  | { readonly address: string; readonly clientId: string }
  | { readonly code: 401 | 403; readonly example: string; readonly challenge: string };

/** For a token that was not issued here. */
const ANY_CLIENT = "any application";
const CHALLENGE = 'Bearer realm="connect"';

/** @param fallback - The user of a token that was not issued here: any is accepted. */
export function findBearer(authorization: string, scope: string, { tokens, now }: Grants, fallback: string): Bearer {
  const name = authorization.replace(/^bearer +/i, "");
  const token = tokens.get(name);
  if (token === undefined && !name.startsWith("mock_")) return { address: fallback, clientId: ANY_CLIENT };
  if (token?.kind !== "access" || !isAlive(token, now())) {
    return { code: 401, example: "InvalidToken", challenge: `${CHALLENGE}, error="invalid_token"` };
  }
  if (!token.grant.scopes.includes(scope)) {
    const challenge = `${CHALLENGE}, error="insufficient_scope", scope="${scope}"`;
    return { code: 403, example: "InsufficientScope", challenge };
  }
  return token.grant;
}

/** The scope of an operation of the group Me. */
export function scopeOf(operationId: string): string {
  if (operationId === "getMe") return "user:base:read";
  return /^getMe(?:Profile|FollowerList|FollowingList)$/.test(operationId) ? "user:social:read" : "user:chain:read";
}
