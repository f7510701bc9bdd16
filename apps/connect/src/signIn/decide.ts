import { claimDecision } from "@portico/store";
import type { Client, Interaction } from "oidc-provider";
import { storeDocumentClient } from "../provider/clientDocuments.ts";
import { clientInfoOf } from "../provider/clients.ts";
import { grantConsent } from "../provider/grantConsent.ts";
import { ENDED, findInteraction, getClient, listScopes, resumeUrl } from "./interaction.ts";
import { expired, readBody } from "./jsonRoutes.ts";
import { SignInError } from "./signInError.ts";
import type { InteractionOptions, Step } from "./step.ts";

/**
 * POST /signin/:uid/decision: the first decision of a sign-in is final. Repeating it after a lost reply returns the
 * same response; the opposite one is rejected.
 */
export const decide: Step = async (options, request, response) => {
  const { provider, db, issuer } = options;
  const interaction = await findInteraction(provider, request, response);
  const decision = readDecision(interaction, readBody(request));
  const client = await getClient(provider, interaction);
  const { refusal } = clientInfoOf(client);
  const standing = await claimDecision(db, { id: interaction.uid, decision });
  if (standing === undefined) throw expired();
  if (standing !== decision) {
    throw new SignInError("decision_made", "You have already decided. Go back to the application.");
  }
  const endsHere = decision === "refuse" && refusal === "page";
  interaction.result =
    decision === "refuse"
      ? { error: "access_denied", error_description: "The user denied access", [ENDED]: endsHere }
      : { ...interaction.lastSubmission, consent: { grantId: await allow(options, interaction, client) } };
  await interaction.persist();
  return endsHere ? {} : { next: resumeUrl(interaction.returnTo, issuer) };
};

/** @throws SignInError csrf, invalid_params. */
function readDecision(interaction: Interaction, body: Readonly<Record<string, unknown>>): "allow" | "refuse" {
  const { decision, csrf } = body;
  if (csrf !== interaction.cid) {
    throw new SignInError("csrf", "This decision belongs to another page. Reload the page.");
  }
  if (decision !== "allow" && decision !== "refuse") {
    throw new SignInError("invalid_params", "decision must be allow or refuse.");
  }
  const isConsent = interaction.prompt.name === "consent" && interaction.session?.accountId !== undefined;
  if (decision === "allow" && !isConsent) throw new SignInError("invalid_params", "Sign in first.");
  return decision;
}

async function allow(
  { provider, db, issuer }: InteractionOptions,
  interaction: Interaction,
  client: Client,
): Promise<string> {
  await storeDocumentClient(db, client);
  return await grantConsent({ provider, db, issuer, interaction, scopes: listScopes(interaction) });
}
