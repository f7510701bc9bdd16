import { addressKey } from "@portico/server";
import type { Request, Response, Router } from "express";
import { endOf } from "../provider/errorPage.ts";
import { decide } from "./decide.ts";
import { getInteraction } from "./interaction.ts";
import {
  createJsonRouter,
  jsonBody,
  noStore,
  onlyMethods,
  prepareError,
  sameOrigin,
  toSignInError,
} from "./jsonRoutes.ts";
import { challenge, enterPhoneCode, offerPhoneStep, phoneStatus, signIn, switchWallet } from "./login.ts";
import { toDetailsResponse } from "./toDetailsResponse.ts";
import type { InteractionOptions, Step } from "./step.ts";

/** Steps of a sign-in: prove the address, see who requests what, allow or refuse. */
export const interactionRoutes = (options: InteractionOptions): Router =>
  createJsonRouter(options.log, (router) => {
    const { issuer, limits } = options;
    const answer = (step: Step) => async (request: Request, response: Response) => {
      response.json(await step(options, request, response));
    };
    router.use("/signin/:uid", noStore);
    router
      .route("/signin/:uid")
      .get((request, response) => sendPage(options, request, response))
      .all(onlyMethods("GET"));
    router
      .route("/signin/:uid/details")
      .get(limits.byAddress("detailsByAddress"), answer(toDetailsResponse))
      .all(onlyMethods("GET"));
    const steps = [
      ["challenge", "challengeByAddress", challenge],
      ["signature", "signatureByAddress", signIn],
      ["phone", "phoneByAddress", offerPhoneStep],
      ["phone/state", "detailsByAddress", phoneStatus],
      ["phone/code", "signatureByAddress", enterPhoneCode],
      ["decision", "changeByAddress", decide],
      ["switch", "changeByAddress", switchWallet],
    ] as const;
    for (const [name, limit, step] of steps) {
      router
        .route(`/signin/:uid/${name}`)
        .post(limits.byAddress(limit), sameOrigin(issuer), jsonBody, answer(step))
        .all(onlyMethods("POST"));
    }
  });

/** Sends the page, or the page of an error. */
async function sendPage(options: InteractionOptions, request: Request, response: Response): Promise<void> {
  const { provider, pages, limits, log } = options;
  try {
    await limits.take("detailsByAddress", addressKey(request.ip));
    await getInteraction(provider, request, response);
  } catch (error) {
    if (pages === undefined) throw error;
    const problem = toSignInError(error);
    prepareError(response, problem, { log, cause: error, path: request.path });
    const { code, message } = problem;
    return pages.send(response, "end", endOf({ code, message }));
  }
  if (pages === undefined) return void response.json({});
  pages.send(response, "signIn");
}
