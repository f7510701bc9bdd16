import { hash } from "node:crypto";
import { changeArtifact, findConsent, parseSubject, upsertConsent, type Store } from "@portico/store";
import { type AdapterPayload, errors, type KoaContextWithOIDC, type Provider } from "oidc-provider";
import { resourceOf } from "./resource.ts";

type Interaction = InstanceType<Provider["Interaction"]>;
type Grant = InstanceType<Provider["Grant"]>;

export interface GrantOptions {
  readonly provider: Provider;
  readonly db: Store;
  readonly issuer: string;
  /** Of a user who has proved their address. */
  readonly interaction: Interaction;
  readonly scopes: readonly string[];
}

/** After losing a race there is a consent to extend, unless that one is revoked at once. */
const MAX_ATTEMPTS = 10;

/**
 * Stores the user's consent to these scopes, in addition to earlier ones for this client, and concurrent ones from
 * another window. Idempotent for an interaction, also concurrently. @returns the grant's id.
 */
export async function grantConsent({ provider, db, issuer, interaction, scopes }: GrantOptions): Promise<string> {
  const account = parseSubject(interaction.session?.accountId ?? "");
  const clientId = String(interaction.params["client_id"]);
  const { resource = resourceOf(issuer) } = interaction.params as { resource?: string }; // the library has checked it
  if (account === undefined) throw new TypeError("No user is signed in for this interaction");
  const add = (grant: Grant): Grant => {
    grant.addResourceScope(resource, scopes.join(" "));
    return grant;
  };
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const consent = await findConsent(db, { account, clientId });
    const earlier = consent && (await provider.Grant.find(consent.grantId));
    const isWidened = earlier !== undefined && (await widen({ provider, db, grantId: earlier.jti, add }));
    const grantId = isWidened
      ? earlier.jti
      : await add(newGrant(provider, { accountId: account, clientId, uid: interaction.uid })).save();
    if (await upsertConsent(db, { account, clientId, grantId, scopes })) return grantId;
  }
  throw new Error("The consent was changed concurrently at every attempt");
}

/** A grant's stored form, which the library's types omit. */
type Stored = { getValueAndPayload(): Promise<{ payload: AdapterPayload }> };

interface Widening extends Pick<GrantOptions, "db" | "provider"> {
  readonly grantId: string;
  readonly add: (grant: Grant) => Grant;
}

/** A grant that was revoked concurrently must not reappear. @returns whether it existed. */
const widen = ({ provider, db, grantId, add }: Widening): Promise<boolean> =>
  changeArtifact(db, {
    model: "Grant",
    id: grantId,
    change: async (stored) => {
      const grant = add(new provider.Grant(stored));
      return (await (grant as unknown as Stored).getValueAndPayload()).payload;
    },
  });

function newGrant(provider: Provider, { uid, ...whose }: { accountId: string; clientId: string; uid: string }): Grant {
  const grant = new provider.Grant(whose);
  grant.jti = hash("sha256", `grant of ${uid}`, "base64url");
  return grant;
}

/**
 * For the library's loadExistingGrant: the new or stored consent. Without one the user must consent.
 * @throws InvalidRedirectUri if the URI was removed from the client since then: the library checks it only when a
 * sign-in begins.
 */
export async function loadConsentedGrant(db: Store, ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { oidc } = ctx;
  const { Grant } = oidc.provider;
  if (oidc.client?.redirectUriAllowed(String(oidc.params?.["redirect_uri"])) === false) {
    throw new errors.InvalidRedirectUri();
  }
  const decided = oidc.result?.consent?.grantId;
  if (decided !== undefined) return await Grant.find(decided);
  const account = parseSubject(oidc.account?.accountId ?? "");
  const clientId = oidc.client?.clientId;
  if (account === undefined || clientId === undefined) return undefined;
  const consent = await findConsent(db, { account, clientId });
  return consent && (await Grant.find(consent.grantId));
}
