import { hash } from "node:crypto";
import { hasPart } from "./authorize.ts";
import type { Client } from "./client.ts";
import { isAlive, type Grant, type Grants } from "./grants.ts";
import { oauthError, type SignInReply } from "./reply.ts";

type Form = Readonly<Record<string, string | undefined>>;

export interface ExchangeContext {
  readonly grants: Grants;
  /** How the reply lists scopes: as an array, or as text (RFC 6749). */
  readonly scopeFormat: "list" | "text";
  /** Lifetime of the access token, seconds. */
  readonly expires: number;
}

const REFRESH_SECONDS = 30 * 86_400;
/** For this long an exchanged refresh token may be repeated, since replies get lost. */
const GRACE_SECONDS = 30;

/** Issues tokens for a code or a refresh token. */
export function exchange(form: Form, client: Client, context: ExchangeContext): SignInReply {
  return form["grant_type"] === "refresh_token" ? refresh(form, client, context) : redeem(form, client, context);
}

function redeem(form: Form, client: Client, context: ExchangeContext): SignInReply {
  const { grants } = context;
  const code = grants.codes.get(form["code"] ?? "");
  if (code === undefined || code.grant.clientId !== client.id) return oauthError("OAuthInvalidGrant");
  if (code.isUsed) {
    code.grant.isEnded = true; // used twice: one of the two senders stole it
    return oauthError("OAuthInvalidGrant");
  }
  code.isUsed = true;
  const isRight =
    code.redirectUri === form["redirect_uri"] && code.endsAt > grants.now() && isProved(code.challenge, form);
  return isRight ? giveTokens(code.grant, context) : oauthError("OAuthInvalidGrant");
}

/** PKCE (RFC 7636): S256, or none on both sides. */
function isProved(challenge: string | undefined, { code_verifier: verifier }: Form): boolean {
  if (challenge === undefined || verifier === undefined) return challenge === verifier;
  return hash("sha256", verifier, "base64url") === challenge;
}

function refresh(form: Form, client: Client, context: ExchangeContext): SignInReply {
  const { grants } = context;
  const token = grants.tokens.get(form["refresh_token"] ?? "");
  const now = grants.now();
  if (token?.kind !== "refresh" || token.grant.clientId !== client.id || !isAlive(token, now)) {
    return oauthError("OAuthInvalidGrant");
  }
  if (hasPart(client.id, "withdrawn")) {
    token.grant.isEnded = true;
    return oauthError("OAuthInvalidGrant");
  }
  if (token.usedAt !== undefined && now - token.usedAt > GRACE_SECONDS) {
    token.grant.isEnded = true; // an old token is in use, possibly stolen
    return oauthError("OAuthInvalidGrant");
  }
  token.usedAt ??= now;
  return giveTokens(token.grant, context);
}

function giveTokens(grant: Grant, { grants, scopeFormat, expires }: ExchangeContext): SignInReply {
  const madeAt = grants.now();
  const issue = (kind: "access" | "refresh", seconds: number): string => {
    const name = grants.makeName(`mock_${kind}`);
    grants.tokens.set(name, { kind, grant, madeAt, endsAt: madeAt + seconds, isRevoked: false, usedAt: undefined });
    return name;
  };
  return {
    body: {
      access_token: issue("access", expires),
      expires_in: expires,
      refresh_token: issue("refresh", REFRESH_SECONDS),
      scope: scopeFormat === "list" ? grant.scopes : grant.scopes.join(" "),
      token_type: "Bearer",
    },
  };
}
