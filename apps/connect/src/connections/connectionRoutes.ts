import { listConnections, removeConsent } from "@portico/store";
import type { Store, Subject } from "@portico/store";
import type { Request, RequestHandler, Response, Router } from "express";
import type { Logger } from "pino";
import type { FindNames } from "../me/names.ts";
import { toSubjectResponse } from "../me/toSubjectResponse.ts";
import type { Connections } from "../page/interactionResponse.ts";
import type { Pages } from "../pages.ts";
import { offerPhone, readPhoneStatus, redeemCode } from "../phone/phoneSignIn.ts";
import type { BrowserSessions } from "../signIn/browserSession.ts";
import { createChallenge, proveAddress } from "../signIn/challenge.ts";
import { createJsonRouter, jsonBody, noStore, onlyMethods, readBody, sameOrigin } from "../signIn/jsonRoutes.ts";
import type { LimitName } from "../signIn/limitRules.ts";
import type { Limits } from "../signIn/limits.ts";
import { SignInError } from "../signIn/signInError.ts";
import type { SignatureVerifier } from "../signIn/verifySignature.ts";
import { CONNECTIONS_STATEMENT } from "../signIn/writeStatement.ts";
import { changeFollowing, toFollowingResponse } from "./following.ts";
import { changeBlock, markRead, toInboxResponse } from "./inbox.ts";
import { changeProfile, toProfileResponse } from "./profile.ts";
import type { SignedInRequest } from "./signedInRequest.ts";

export interface ConnectionOptions {
  db: Store;
  issuer: string;
  findNames: FindNames;
  verifier: SignatureVerifier;
  limits: Limits;
  sessions: BrowserSessions;
  /** Undefined: no page is sent, for tests of the page's requests. */
  pages: Pages | undefined;
  challengeSeconds: number;
  log: Logger;
}

/** Data of a user, across applications: connected applications, messages, profile, followed users. */
export const connectionRoutes = (options: ConnectionOptions): Router =>
  createJsonRouter(options.log, (router) => {
    const { db, findNames, issuer, limits } = options;
    const change = (limit: LimitName = "changeByAddress"): RequestHandler[] => [
      limits.byAddress(limit),
      sameOrigin(issuer),
    ];
    const read = limits.byAddress("detailsByAddress");
    const signedIn =
      (work: (request: SignedInRequest) => Promise<object>) => async (request: Request, response: Response) => {
        const account = await getAccount(options, request, response);
        response.json(await work({ db, findNames, account, request }));
      };
    router.use(["/connections", "/session"], noStore);
    router
      .route("/connections")
      .get(pageFirst(options.pages), read, signedIn(toConnectionsResponse))
      .post(change(), jsonBody, signedIn(removeConnection))
      .all(onlyMethods("GET", "POST"));
    router
      .route("/connections/profile")
      .get(read, signedIn(toProfileResponse))
      .put(change(), jsonBody, signedIn(changeProfile))
      .all(onlyMethods("GET", "PUT"));
    router.route("/connections/following").get(read, signedIn(toFollowingResponse)).all(onlyMethods("GET"));
    router
      .route("/connections/following/:address")
      .put(change(), signedIn(changeFollowing))
      .delete(change(), signedIn(changeFollowing))
      .all(onlyMethods("PUT", "DELETE"));
    router.route("/connections/inbox").get(read, signedIn(toInboxResponse)).all(onlyMethods("GET"));
    router.route("/connections/inbox/:message/read").put(change(), signedIn(markRead)).all(onlyMethods("PUT"));
    router
      .route("/connections/blocked/:sender")
      .put(change(), signedIn(changeBlock))
      .delete(change(), signedIn(changeBlock))
      .all(onlyMethods("PUT", "DELETE"));
    addSession(router, options, change);
  });

/** Browsers get the page, which then requests JSON at the same path. */
const pageFirst =
  (pages: Pages | undefined): RequestHandler =>
  (request, response, next) => {
    response.vary("accept");
    if (pages === undefined || request.accepts(["html", "json"]) !== "html") return next();
    pages.send(response, "connections");
  };

/** Binds a challenge to these pages, instead of an application's sign-in. */
const PURPOSE = "connections";

/** No application asks for anything. */
const OWN_PAGES = { client: null, scopes: [] };

function addSession(router: Router, options: ConnectionOptions, change: (limit: LimitName) => RequestHandler[]): void {
  const { db, issuer, verifier, sessions, challengeSeconds } = options;
  const answer =
    (work: (request: Request, response: Response) => Promise<object>) =>
    async (request: Request, response: Response) => {
      response.json(await work(request, response));
    };
  const purpose = { issuer, interaction: PURPOSE, statement: CONNECTIONS_STATEMENT, ttlSeconds: challengeSeconds };
  const challenge = answer((request) => createChallenge(db, readBody(request), purpose));
  const enter = answer(async (request, response) => {
    const account = await proveAddress({ db, verifier }, readBody(request), PURPOSE);
    await sessions.start(request, response, account);
    return { address: toSubjectResponse(account).id };
  });
  const offer = answer((request) => offerPhone({ db, issuer }, { purpose: PURPOSE, request: OWN_PAGES }, request));
  const readState = answer((request) => readPhoneStatus(db, PURPOSE, readBody(request)));
  const enterCode = answer(async (request, response) => {
    const account = await redeemCode(db, PURPOSE, readBody(request));
    await sessions.start(request, response, account);
    return { address: toSubjectResponse(account).id };
  });
  const leave = answer(async (request, response) => {
    await sessions.end(request, response);
    return {};
  });
  const only = onlyMethods("POST");
  router.route("/session/challenge").post(change("challengeByAddress"), jsonBody, challenge).all(only);
  router.route("/session").post(change("signatureByAddress"), jsonBody, enter).all(only);
  router.route("/session/phone").post(change("phoneByAddress"), jsonBody, offer).all(only);
  router.route("/session/phone/state").post(change("detailsByAddress"), jsonBody, readState).all(only);
  router.route("/session/phone/code").post(change("signatureByAddress"), jsonBody, enterCode).all(only);
  router.route("/session/end").post(change("changeByAddress"), leave).all(only);
}

/** A page names the account that it shows: another tab may have signed in with another wallet since. */
async function getAccount({ sessions }: ConnectionOptions, request: Request, response: Response): Promise<Subject> {
  const account = await sessions.findAccount(request, response);
  if (account === undefined)
    throw new SignInError("signed_out", "You are not signed in here. Sign in with your wallet.");
  const { "portico-account": meant = account } = request.headers;
  if (meant !== account)
    throw new SignInError("signed_out", "You are signed in with another account. Reload the page.");
  return account;
}

async function toConnectionsResponse({ db, account }: SignedInRequest): Promise<Connections> {
  const connections = await listConnections(db, account);
  const { id: address, chain } = toSubjectResponse(account);
  return {
    address,
    account,
    chain,
    connections: connections.map((connection) => ({
      client_id: connection.clientId,
      name: connection.name,
      site_url: connection.siteUrl,
      logo_url: connection.logoUrl,
      is_validated: connection.isValidated,
      scopes: connection.scopes,
      granted_at: toSeconds(connection.grantedAt),
      updated_at: toSeconds(connection.updatedAt),
    })),
  };
}

const toSeconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/** Revokes the application's consent at once, with all its tokens. */
async function removeConnection({ db, account, request }: SignedInRequest): Promise<object> {
  const { remove } = readBody(request);
  if (typeof remove !== "string" || remove.length > 255 || remove.includes("\0")) {
    throw new SignInError("invalid_params", "remove must be a client id.");
  }
  const isRemoved = await removeConsent(db, { account, clientId: remove });
  if (!isRemoved) throw new SignInError("not_found", "This application is not connected any more.");
  return {};
}
