import type { Subject } from "@portico/store";
import type { Request, Response } from "express";
import type { Interaction, Provider } from "oidc-provider";
import { offerPhone, readPhoneStatus, redeemCode } from "../phone/phoneSignIn.ts";
import { clientInfoOf } from "../provider/clients.ts";
import type { BrowserSessions } from "./browserSession.ts";
import { createChallenge, proveAddress } from "./challenge.ts";
import { getClient, getInteraction, listScopes, readRedirectHost, resumeUrl } from "./interaction.ts";
import { readBody } from "./jsonRoutes.ts";
import { SignInError } from "./signInError.ts";
import { writeStatement } from "./writeStatement.ts";
import { toClientResponse } from "./toDetailsResponse.ts";
import type { Step } from "./step.ts";

/** POST /signin/:uid/challenge */
export const challenge: Step = async ({ provider, db, issuer, limits, challengeSeconds }, request, response) => {
  const interaction = await getInteraction(provider, request, response);
  await limits.take("challengeByInteraction", interaction.uid);
  const { name } = clientInfoOf(await getClient(provider, interaction));
  const statement = writeStatement({ name, host: readRedirectHost(interaction), scopes: listScopes(interaction) });
  return await createChallenge(db, readBody(request), {
    issuer,
    interaction: interaction.uid,
    statement,
    ttlSeconds: challengeSeconds,
  });
};

/** POST /signin/:uid/signature */
export const signIn: Step = async ({ provider, db, issuer, limits, verifier, sessions }, request, response) => {
  const interaction = await getLogin(provider, request, response);
  await limits.take("signatureByInteraction", interaction.uid);
  const accountId = await proveAddress({ db, verifier }, readBody(request), interaction.uid);
  await logIn(interaction, accountId, { sessions, request, response });
  return { next: resumeUrl(interaction.returnTo, issuer) };
};

/** POST /signin/:uid/phone: for a wallet on a phone. */
export const offerPhoneStep: Step = async ({ provider, db, issuer }, request, response) => {
  const interaction = await getLogin(provider, request, response);
  const client = toClientResponse(await getClient(provider, interaction), interaction);
  const purpose = interaction.uid;
  return await offerPhone({ db, issuer }, { purpose, request: { client, scopes: listScopes(interaction) } }, request);
};

/** POST /signin/:uid/phone/state */
export const phoneStatus: Step = async ({ provider, db }, request, response) => {
  const { uid } = await getLogin(provider, request, response);
  return await readPhoneStatus(db, uid, readBody(request));
};

/** POST /signin/:uid/phone/code: signs in as the account that the phone proved. */
export const enterPhoneCode: Step = async ({ provider, db, issuer, limits, sessions }, request, response) => {
  const interaction = await getLogin(provider, request, response);
  await limits.take("signatureByInteraction", interaction.uid);
  const accountId = await redeemCode(db, interaction.uid, readBody(request));
  await logIn(interaction, accountId, { sessions, request, response });
  return { next: resumeUrl(interaction.returnTo, issuer) };
};

/** A sign-in whose user isn't known yet. @throws SignInError as getInteraction, and invalid_params. */
async function getLogin(provider: Provider, request: Request, response: Response): Promise<Interaction> {
  const interaction = await getInteraction(provider, request, response);
  if (interaction.prompt.name === "login") return interaction;
  throw new SignInError("invalid_params", "You are signed in already. Choose another wallet first.");
}

async function logIn(
  interaction: Interaction,
  accountId: Subject,
  { sessions, ...exchange }: { sessions: BrowserSessions; request: Request; response: Response },
): Promise<void> {
  const before = interaction.session?.accountId;
  if (before !== undefined && before !== accountId) await deleteLogin(interaction, sessions, exchange);
  interaction.result = { login: { accountId, amr: ["swk"] } };
  await interaction.persist();
}

/** POST /signin/:uid/switch: back to the first step, for another wallet; signs this browser out. */
export const switchWallet: Step = async ({ provider, sessions }, request, response) => {
  const interaction = await getInteraction(provider, request, response);
  await deleteLogin(interaction, sessions, { request, response });
  interaction.prompt = { name: "login", reasons: ["switch"], details: {} };
  interaction.result = undefined;
  await interaction.persist();
  return {};
};

/**
 * Otherwise the provider would not continue: it requires the account with which the sign-in began, and shows its own
 * page about signing that one out.
 */
async function deleteLogin(
  interaction: Interaction,
  sessions: BrowserSessions,
  { request, response }: { request: Request; response: Response },
): Promise<void> {
  await sessions.end(request, response);
  interaction.session = undefined;
  interaction.lastSubmission = undefined;
  interaction.grantId = undefined;
}
