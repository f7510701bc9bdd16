import type { Store } from "@portico/store";
import type { Request, Response, Router } from "express";
import type { Logger } from "pino";
import type { Pages } from "../pages.ts";
import { createChallenge, proveAddress } from "../signIn/challenge.ts";
import { createJsonRouter, jsonBody, noStore, onlyMethods, readBody, sameOrigin } from "../signIn/jsonRoutes.ts";
import type { Limits } from "../signIn/limits.ts";
import type { SignatureVerifier } from "../signIn/verifySignature.ts";
import { writePhoneStatement } from "../signIn/writeStatement.ts";
import { completeOnPhone, getPhoneRequest, openOnPhone, phonePurpose } from "./phoneSignIn.ts";

export interface PhoneOptions {
  db: Store;
  issuer: string;
  verifier: SignatureVerifier;
  limits: Limits;
  /** Undefined: no page is sent, for tests of the page's requests. */
  pages: Pages | undefined;
  challengeSeconds: number;
  log: Logger;
}

/** What a phone opens: it shows who waits for what, proves the address, and shows the code. It signs nobody in there. */
export const phoneRoutes = (options: PhoneOptions): Router =>
  createJsonRouter(options.log, (router) => {
    const { db, issuer, limits, pages } = options;
    const answer =
      (work: (request: Request, phone: string) => Promise<object>) => async (request: Request, response: Response) => {
        response.json(await work(request, String(request.params["phone"])));
      };
    router.use("/phone/:phone", noStore);
    router
      .route("/phone/:phone")
      .get(limits.byAddress("detailsByAddress"), (_request, response) => {
        if (pages === undefined) response.json({});
        else pages.send(response, "phone");
      })
      .all(onlyMethods("GET"));
    // a change, and so not a GET: previews of links in messages would open it
    router
      .route("/phone/:phone/open")
      .post(
        limits.byAddress("changeByAddress"),
        sameOrigin(issuer),
        jsonBody,
        answer((request, phone) => openOnPhone(db, phone, request)),
      )
      .all(onlyMethods("POST"));
    router
      .route("/phone/:phone/challenge")
      .post(limits.byAddress("challengeByAddress"), sameOrigin(issuer), jsonBody, answer(challengeOf(options)))
      .all(onlyMethods("POST"));
    router
      .route("/phone/:phone/signature")
      .post(limits.byAddress("signatureByAddress"), sameOrigin(issuer), jsonBody, answer(signatureOf(options)))
      .all(onlyMethods("POST"));
  });

const challengeOf =
  ({ db, issuer, limits, challengeSeconds }: PhoneOptions) =>
  async (request: Request, phone: string) => {
    const { client, scopes, browser } = await getPhoneRequest(db, phone);
    await limits.take("challengeByInteraction", phonePurpose(phone));
    const statement = writePhoneStatement({ client, scopes, browser });
    const purpose = { issuer, interaction: phonePurpose(phone), statement, ttlSeconds: challengeSeconds };
    return await createChallenge(db, readBody(request), purpose);
  };

const signatureOf =
  ({ db, limits, verifier }: PhoneOptions) =>
  async (request: Request, phone: string) => {
    await getPhoneRequest(db, phone);
    await limits.take("signatureByInteraction", phonePurpose(phone));
    const account = await proveAddress({ db, verifier }, readBody(request), phonePurpose(phone));
    return await completeOnPhone(db, phone, account);
  };
