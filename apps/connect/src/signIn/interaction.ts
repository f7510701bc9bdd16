import type { Request, Response } from "express";
import type { Client, Interaction, Provider } from "oidc-provider";
import { SCOPES } from "../provider/resource.ts";
import { expired } from "./jsonRoutes.ts";

/** In a sign-in's result: it is over, on a page of ours. */
export const ENDED = "portico_ended";

/**
 * The sign-in that a URL names, if this very browser began it: its signed cookie says which one that is.
 * @throws SignInError interaction_expired, or the provider's SessionNotFound, for everything else alike.
 */
export async function findInteraction(provider: Provider, request: Request, response: Response): Promise<Interaction> {
  const interaction = await provider.interactionDetails(request, response);
  if (interaction.uid !== request.params["uid"]) throw expired();
  return interaction;
}

/** As findInteraction, of one that goes on. */
export async function getInteraction(provider: Provider, request: Request, response: Response): Promise<Interaction> {
  const interaction = await findInteraction(provider, request, response);
  if (interaction.result?.[ENDED] === true) throw expired();
  return interaction;
}

/** Who asks. @throws SignInError interaction_expired when the client was disabled, or its redirect URI taken off it, meanwhile. */
export async function getClient(provider: Provider, { params }: Interaction): Promise<Client> {
  const client = await provider.Client.find(String(params["client_id"]));
  if (client?.redirectUriAllowed(String(params["redirect_uri"])) !== true) throw expired();
  return client;
}

export const listScopes = ({ params }: Interaction): string[] => {
  const text = params["scope"];
  const asked = typeof text === "string" ? text.split(" ") : [];
  return SCOPES.filter((scope) => asked.includes(scope));
};

/** Where the person goes back to, as they'd recognise it; an app's own scheme where it has no host. */
export function readRedirectHost({ params }: Interaction): string {
  const url = new URL(String(params["redirect_uri"]));
  return url.host === "" ? url.protocol : url.host;
}

/** Where the flow goes on: a path of the provider's, on the origin by which people know us. */
export const resumeUrl = (returnTo: string, issuer: string): string => new URL(new URL(returnTo).pathname, issuer).href;

/** Scopes that the person did not allow this client before; all of them while it isn't known who they are. */
export function listMissing(interaction: Interaction): string[] {
  const missing = interaction.prompt.details["missingResourceScopes"] as Record<string, string[]> | undefined;
  return interaction.prompt.name === "consent" ? Object.values(missing ?? {}).flat() : listScopes(interaction);
}
