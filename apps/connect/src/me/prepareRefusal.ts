import { ERRORS_AS_TEXT } from "@portico/server";
import type { Request, Response } from "express";
import { REALM } from "./checkBearer.ts";

export const CHALLENGE = "WWW-Authenticate";

/**
 * Ensures that no client library takes a refusal for a user's profile, and signs them in under a wrong id. Every
 * refusal has a challenge, regardless of its status: oauth4webapi and openid-client 6 check nothing else before they
 * return a resource. Clients of OpenID Connect's UserInfo (Auth.js) get text: they would read any JSON as a profile,
 * whatever the status, and have the UserInfo error in the challenge (section 5.3.3). A success removes the challenge.
 * @see https://openid.net/specs/openid-connect-core-1_0.html#UserInfoError
 */
export function prepareRefusal(req: Request, res: Response): void {
  res.set(CHALLENGE, REALM);
  res.locals[ERRORS_AS_TEXT] = isUserInfoClient(req.headers.accept);
}

/**
 * UserInfo's media types are JSON and JWT (section 5.3.2); a client that also accepts problems can distinguish them.
 */
const isUserInfoClient = (accept = ""): boolean =>
  /(^|[,\s])application\/jwt\s*(;|,|$)/i.test(accept.slice(0, 1000)) && !/application\/problem\+json/i.test(accept);
