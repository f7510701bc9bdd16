import type { SignInDetails } from "../page/wire.ts";
import { clientFacts } from "../provider/clients.ts";
import { getClient, getInteraction, listMissing, listScopes, readRedirectHost } from "./interaction.ts";
import type { Step } from "./interactions.ts";

/** GET /signin/:uid/details: who asks for what, and, once it is known of whom, what that shows. */
export const tellDetails: Step = async ({ provider, preview }, request, response): Promise<SignInDetails> => {
  const interaction = await getInteraction(provider, request, response);
  const { name, siteUrl, logoUrl, isValidated } = clientFacts(await getClient(provider, interaction));
  const address = interaction.prompt.name === "consent" ? interaction.session?.accountId : undefined;
  const asked = new Set(listMissing(interaction));
  const scopes = listScopes(interaction).map(async (id) => ({
    id,
    is_new: asked.has(id),
    preview: address === undefined ? null : await preview(id, address as `0x${string}`).catch(() => null),
  }));
  return {
    prompt: interaction.prompt.name === "consent" ? "consent" : "login",
    client: {
      name,
      site_url: siteUrl,
      logo_url: logoUrl,
      is_validated: isValidated,
      redirect_host: readRedirectHost(interaction),
    },
    scopes: await Promise.all(scopes),
    address: address ?? null,
    expires_at: interaction.exp,
    csrf: interaction.cid,
  };
};
