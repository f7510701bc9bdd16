import { ServiceError } from "@portico/server";
import { findBearer, type Bearer, type Store } from "@portico/store";
import { resourceOf } from "../provider/resource.ts";
import type { MeExchange } from "./exchange.ts";

/** The challenge of RFC 6750 section 3, without an error. */
export const REALM = 'Bearer realm="connect"';

/** The credentials of RFC 6750 section 2.1; scheme names are case-insensitive. */
const BEARER = /^Bearer +([\w\-.~+/]+=*) *$/i;

export interface BearerOptions {
  readonly db: Store;
  readonly issuer: string;
}

/**
 * Authenticates an application by the Authorization header alone (RFC 6750 section 2.1).
 * @throws ServiceError with the challenge of RFC 6750 section 3: unauthorized, invalid_token; and invalid_params for a
 * second token in the URL.
 */
export async function checkBearer(
  { req, rawQuery }: Pick<MeExchange, "rawQuery" | "req">,
  { db, issuer }: BearerOptions,
): Promise<Bearer> {
  const token = readToken(req.headersDistinct["authorization"] ?? []);
  if (new URLSearchParams(rawQuery).has("access_token")) throw twoWays();
  const bearer = await findBearer(db, token, resourceOf(issuer));
  if (bearer === undefined) throw invalidToken("The access token is unknown, expired or revoked");
  return bearer;
}

/** @throws ServiceError insufficient_scope, with the challenge of RFC 6750 section 3 */
export function assertScope({ scopes }: Bearer, scope: string): void {
  if (!scopes.includes(scope)) throw insufficientScope(scope);
}

function readToken(sent: readonly string[]): string {
  const [credentials = "", ...others] = sent;
  if (others.length > 0) throw invalidToken("Send exactly one Authorization header");
  if (!/^Bearer( |$)/i.test(credentials)) throw missing();
  const token = BEARER.exec(credentials)?.[1];
  if (token === undefined) throw invalidToken("Send the access token, and nothing else, as Authorization: Bearer");
  return token;
}

const challenge = (text: string) => ({ headers: { "WWW-Authenticate": text } });

const missing = () =>
  new ServiceError("unauthorized", "Send an access token as Authorization: Bearer", challenge(REALM));

const invalidToken = (message: string) =>
  new ServiceError("invalid_token", message, challenge(`${REALM}, error="invalid_token"`));

const insufficientScope = (scope: string) =>
  new ServiceError(
    "insufficient_scope",
    `This operation requires the scope ${scope}`,
    challenge(`${REALM}, error="insufficient_scope", scope="${scope}"`),
  );

const twoWays = () =>
  new ServiceError("invalid_params", "access_token must not be in the URL", {
    errors: { access_token: "must not be in the URL" },
    ...challenge(`${REALM}, error="invalid_request"`),
  });
