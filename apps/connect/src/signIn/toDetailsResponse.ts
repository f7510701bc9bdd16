import { parseSubject } from "@portico/store";
import type { Client, Interaction } from "oidc-provider";
import { toSubjectResponse } from "../me/toSubjectResponse.ts";
import type { SignInDetails } from "../page/interactionResponse.ts";
import { clientInfoOf } from "../provider/clients.ts";
import { getClient, getInteraction, listMissing, listScopes, readRedirectHost } from "./interaction.ts";
import type { Step } from "./step.ts";

/** GET /signin/:uid/details: who requests what, and, once the user is known, what that shares. */
export const toDetailsResponse: Step = async ({ provider, preview }, request, response): Promise<SignInDetails> => {
  const interaction = await getInteraction(provider, request, response);
  const client = toClientResponse(await getClient(provider, interaction), interaction);
  const account =
    interaction.prompt.name === "consent" ? parseSubject(interaction.session?.accountId ?? "") : undefined;
  const missingScopes = new Set(listMissing(interaction));
  const scopes = listScopes(interaction).map(async (id) => ({
    id,
    is_new: missingScopes.has(id),
    preview: account === undefined ? null : await preview(id, account).catch(() => null),
  }));
  return {
    prompt: interaction.prompt.name === "consent" ? "consent" : "login",
    client,
    scopes: await Promise.all(scopes),
    address: account === undefined ? null : toSubjectResponse(account).id,
    chain: account === undefined ? null : toSubjectResponse(account).chain,
    expires_at: interaction.exp,
    csrf: interaction.cid,
  };
};

/** Who requests a sign-in, and where the user returns to. */
export function toClientResponse(client: Client, interaction: Interaction): SignInDetails["client"] {
  const { name, siteUrl, logoUrl, isValidated } = clientInfoOf(client);
  return {
    name,
    site_url: siteUrl,
    logo_url: logoUrl,
    is_validated: isValidated,
    redirect_host: readRedirectHost(interaction),
  };
}
