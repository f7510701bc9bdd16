import { ERRORS_AS_TEXT } from "@portico/server";
import type { Request, Response } from "express";
import { REALM } from "./checkBearer.ts";

export const CHALLENGE = "WWW-Authenticate";

/**
 * Makes sure that nobody takes a refusal for the profile of who signed in, and signs them in under an id that is none. A
 * challenge stands in every refusal, whatever its status: oauth4webapi and openid-client 6 look at nothing else before they
 * hand a resource over. Whoever asks as for OpenID Connect's UserInfo (Auth.js) gets text: it reads any JSON as a profile,
 * whatever the status, and has the UserInfo error in the challenge (section 5.3.3). What succeeds takes the challenge away.
 * @see https://openid.net/specs/openid-connect-core-1_0.html#UserInfoError
 */
export function prepareRefusal(req: Request, res: Response): void {
  res.set(CHALLENGE, REALM);
  res.locals[ERRORS_AS_TEXT] = isUserInfoClient(req.headers.accept);
}

/** The media types of UserInfo are JSON and JWT (section 5.3.2); who names problems as well can tell them apart. */
const isUserInfoClient = (accept = ""): boolean =>
  /(^|[,\s])application\/jwt\s*(;|,|$)/i.test(accept.slice(0, 1000)) && !/application\/problem\+json/i.test(accept);
