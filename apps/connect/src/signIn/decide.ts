import { consumeArtifact } from "@portico/store";
import type { Interaction } from "oidc-provider";
import { clientFacts } from "../provider/clients.ts";
import { grantConsent } from "../provider/grantConsent.ts";
import { getClient, getInteraction, listScopes, resumeUrl } from "./interaction.ts";
import type { InteractionOptions, Step } from "./interactions.ts";
import { readBody } from "./jsonRoutes.ts";
import { SignInError } from "./signInError.ts";

/** POST /signin/:uid/decision: one for each sign-in, and what loses a race is told so. */
export const decide: Step = async (options, request, response) => {
  const { provider, db, issuer } = options;
  const interaction = await getInteraction(provider, request, response);
  const { decision, csrf } = readBody(request);
  if (csrf !== interaction.cid) {
    throw new SignInError("csrf", "This decision belongs to another page. Load the page again.");
  }
  if (decision !== "allow" && decision !== "refuse") {
    throw new SignInError("invalid_params", "decision must be allow or refuse.");
  }
  const isConsent = interaction.prompt.name === "consent" && interaction.session?.accountId !== undefined;
  if (decision === "allow" && !isConsent) throw new SignInError("invalid_params", "Sign in first.");
  const { refusal } = clientFacts(await getClient(provider, interaction));
  if (!(await consumeArtifact(db, { model: "Interaction", id: interaction.uid }))) {
    throw new SignInError("decision_made", "You have decided already. Go back to the application.");
  }
  if (decision === "refuse" && refusal === "page") {
    await interaction.destroy();
    return {};
  }
  interaction.result =
    decision === "refuse"
      ? { error: "access_denied", error_description: "The user refused" }
      : { ...interaction.lastSubmission, consent: { grantId: await allow(options, interaction) } };
  await interaction.persist();
  return { next: resumeUrl(interaction.returnTo, issuer) };
};

const allow = async ({ provider, db, issuer }: InteractionOptions, interaction: Interaction): Promise<string> =>
  await grantConsent({ provider, db, issuer, interaction, scopes: listScopes(interaction) });
