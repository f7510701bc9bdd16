import type { Request, Response } from "express";
import type { Client, Interaction, Provider } from "oidc-provider";
import { DATA_SCOPE, SCOPES } from "../provider/resource.ts";
import { expired } from "./jsonRoutes.ts";

/** In a sign-in's result: it ended on one of our pages. */
export const ENDED = "portico_ended";

/**
 * The sign-in of a URL, if this browser began it: its signed cookie identifies it.
 * @throws SignInError interaction_expired, or the provider's SessionNotFound, in all other cases.
 */
export async function findInteraction(provider: Provider, request: Request, response: Response): Promise<Interaction> {
  const interaction = await provider.interactionDetails(request, response);
  if (interaction.uid !== request.params["uid"]) throw expired();
  return interaction;
}

/** Like findInteraction, for one that is not over. */
export async function getInteraction(provider: Provider, request: Request, response: Response): Promise<Interaction> {
  const interaction = await findInteraction(provider, request, response);
  if (interaction.result?.[ENDED] === true) throw expired();
  return interaction;
}

/**
 * The requesting client. @throws SignInError interaction_expired if the client was since disabled, or its redirect URI
 * removed.
 */
export async function getClient(provider: Provider, { params }: Interaction): Promise<Client> {
  const client = await provider.Client.find(String(params["client_id"]));
  if (client?.redirectUriAllowed(String(params["redirect_uri"])) !== true) throw expired();
  return client;
}

export const listScopes = ({ params }: Interaction): string[] => {
  const text = params["scope"];
  const scopes = typeof text === "string" ? text.split(" ") : [];
  return [...SCOPES, DATA_SCOPE].filter((scope) => scopes.includes(scope));
};

/** The host that the user returns to, in recognizable form; an app's own scheme if it has no host. */
export function readRedirectHost({ params }: Interaction): string {
  const url = new URL(String(params["redirect_uri"]));
  return url.host === "" ? url.protocol : url.host;
}

/** The URL that continues the flow: a path of the provider's, on our public origin. */
export const resumeUrl = (returnTo: string, issuer: string): string => new URL(new URL(returnTo).pathname, issuer).href;

/** Scopes that the user did not allow this client before; all of them while the user is unknown. */
export function listMissing(interaction: Interaction): string[] {
  const missing = interaction.prompt.details["missingResourceScopes"] as Record<string, string[]> | undefined;
  return interaction.prompt.name === "consent" ? Object.values(missing ?? {}).flat() : listScopes(interaction);
}
