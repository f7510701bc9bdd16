import { hash } from "node:crypto";
import { findConsent, upsertConsent, type Address, type Store } from "@portico/store";
import type { KoaContextWithOIDC, Provider } from "oidc-provider";
import { resourceOf } from "./resource.ts";

type Interaction = InstanceType<Provider["Interaction"]>;
type Grant = InstanceType<Provider["Grant"]>;

export interface GrantOptions {
  readonly provider: Provider;
  readonly db: Store;
  readonly issuer: string;
  /** Of a person who has proved their address. */
  readonly interaction: Interaction;
  readonly scopes: readonly string[];
}

/**
 * Writes down that the person allows these scopes, beside those that they allowed this client before. Done again for the same
 * interaction, also at once, it comes to the same. @returns the grant's id.
 */
export async function grantConsent({ provider, db, issuer, interaction, scopes }: GrantOptions): Promise<string> {
  const accountId = interaction.session?.accountId;
  const clientId = String(interaction.params["client_id"]);
  if (accountId === undefined) throw new TypeError("Nobody is signed in in this interaction");
  const account = accountId as Address;
  const consent = await findConsent(db, { account, clientId });
  const earlier = consent && (await provider.Grant.find(consent.grantId));
  const grant = earlier ?? newGrant(provider, { accountId, clientId, uid: interaction.uid });
  grant.addResourceScope(resourceOf(issuer), scopes.join(" "));
  const grantId = await grant.save();
  await upsertConsent(db, { account, clientId, grantId, scopes });
  return grantId;
}

function newGrant(provider: Provider, { uid, ...whose }: { accountId: string; clientId: string; uid: string }): Grant {
  const grant = new provider.Grant(whose);
  grant.jti = hash("sha256", `grant of ${uid}`, "base64url");
  return grant;
}

/** For the library's loadExistingGrant: what was just allowed, or is remembered. Without, the person is asked. */
export async function loadConsentedGrant(db: Store, ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { oidc } = ctx;
  const { Grant } = oidc.provider;
  const decided = oidc.result?.consent?.grantId;
  if (decided !== undefined) return await Grant.find(decided);
  const account = oidc.account?.accountId as Address | undefined;
  const clientId = oidc.client?.clientId;
  if (account === undefined || clientId === undefined) return undefined;
  const consent = await findConsent(db, { account, clientId });
  return consent && (await Grant.find(consent.grantId));
}
