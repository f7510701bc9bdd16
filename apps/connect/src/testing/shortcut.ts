import { Router, type RequestHandler } from "express";
import type { ConnectDeps } from "../deps.ts";
import { grantConsent } from "../provider/grantConsent.ts";

/**
 * For tests of the provider alone: `GET /signin/:uid/finish?account=0x…` takes a user's next step without a wallet;
 * with
 * `refuse` they refuse.
 */
export function createShortcut({ provider, db, issuer }: ConnectDeps): Router {
  const router = Router();
  router.get("/signin/:uid", (_req, res) => void res.send("sign in"));
  const finish: RequestHandler = async (req, res) => {
    const interaction = await provider.interactionDetails(req, res);
    const { account, refuse } = req.query as Record<string, string>;
    const scopes = String(interaction.params["scope"]).split(" ");
    const result =
      refuse !== undefined
        ? { error: "access_denied", error_description: "the person refused" }
        : interaction.prompt.name === "login"
          ? { login: { accountId: String(account) } }
          : { consent: { grantId: await grantConsent({ provider, db, issuer, interaction, scopes }) } };
    res.redirect(303, await provider.interactionResult(req, res, result));
  };
  return router.get("/signin/:uid/finish", finish);
}
