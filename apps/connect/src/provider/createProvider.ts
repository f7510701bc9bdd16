import type { Store } from "@portico/store";
import { errors, type KoaContextWithOIDC, Provider, type Configuration } from "oidc-provider";
import type { ConnectSettings } from "../settings.ts";
import { createArtifactAdapter } from "./artifacts.ts";
import type { FetchRules } from "@portico/safe-fetch";
import { createDocumentFetch, documentFeature } from "./clientDocuments.ts";
import { clientInfoOf, createClientAdapter, CLIENT_INFO, isClientSecret } from "./clients.ts";
import { cookieOptions } from "./cookies.ts";
import { ENDPOINT_PROFILE_PARAM, refusalOf } from "./endpointNote.ts";
import { noteErrorPage } from "./errorPage.ts";
import { loadConsentedGrant } from "./grantConsent.ts";
import { allowsDocuments, findResource, type Resource } from "./resource.ts";
import type { SigningKeys } from "./signingKeys.ts";

export interface ProviderOptions {
  readonly db: Store;
  readonly issuer: string;
  /** The first is the default. */
  readonly resources: readonly [Resource, ...Resource[]];
  readonly keys: SigningKeys;
  /** Which documents of clients may be fetched. */
  readonly documentRules: FetchRules;
  readonly settings: ConnectSettings;
}

/** The library's routes; `/oauth` is mapped to these. */
export const ROUTES = {
  authorization: "/oauth2/authorize",
  token: "/oauth2/token",
  introspection: "/oauth2/introspect",
  revocation: "/oauth2/revoke",
  end_session: "/oauth2/session/end",
  jwks: "/oauth2/jwks",
};

/** oidc-provider as a plain OAuth 2.0 server: authorization code and refresh, opaque tokens, everything in the store. */
export function createProvider(options: ProviderOptions): Provider {
  const provider = new Provider(options.issuer, configure(options));
  provider.proxy = true; // it trusts headers that pinHost wrote
  Object.assign(provider.Client.prototype, {
    compareClientSecret(this: InstanceType<Provider["Client"]>, secret: string) {
      return isClientSecret(this, secret);
    },
  });
  return provider;
}

function configure({ db, issuer, keys, resources, documentRules, settings }: ProviderOptions): Configuration {
  const clients = createClientAdapter(db);
  const { refreshGraceSeconds } = settings;
  const resumeUrl = (uid: string) => `${issuer}${ROUTES.authorization}/${uid}`;
  return {
    adapter: (model: string) =>
      model === "Client" ? clients : createArtifactAdapter(model, { db, refreshGraceSeconds, resumeUrl }),
    jwks: { keys: [...keys.jwks] },
    cookies: { ...cookieOptions(issuer), keys: [...keys.cookies] },
    routes: ROUTES,
    features: configureFeatures({ db, resources, settings }),
    fetch: createDocumentFetch(documentRules),
    scopes: [],
    claims: {},
    responseTypes: ["code"],
    subjectTypes: ["public"],
    clientAuthMethods: ["client_secret_basic", "client_secret_post", "none"], // none: clientDocuments.ts
    clientDefaults: { id_token_signed_response_alg: "ES256" }, // otherwise a server without RSA keys rejects every client
    extraClientMetadata: { properties: [CLIENT_INFO] },
    extraParams: {
      [ENDPOINT_PROFILE_PARAM]: (ctx) => {
        const refusal = refusalOf(ctx.req);
        if (refusal !== undefined) throw refusal;
      },
    },
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => false,
    pkce: { required: ({ oidc }) => findResource(resources, String(oidc.params?.["resource"]))?.requiresPkce === true },
    issueRefreshToken: async () => true,
    rotateRefreshToken: () => true,
    expiresWithSession: async () => false,
    loadExistingGrant: async (ctx) => await loadConsentedGrant(db, ctx),
    findAccount: async (_ctx, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    interactions: { url: (_ctx, { uid }) => `/signin/${uid}` },
    renderError: noteErrorPage,
    ttl: {
      AuthorizationCode: settings.codeSeconds,
      AccessToken: untilGrantEnds(settings.accessTokenSeconds),
      RefreshToken: untilGrantEnds(settings.refreshTokenSeconds),
      Grant: settings.grantSeconds,
      Interaction: settings.interactionSeconds,
      Session: settings.sessionSeconds,
    },
  };
}

/** A token is invalid without its grant: `expires_in` must not exceed the grant's remaining time. */
const untilGrantEnds =
  (seconds: number) =>
  ({ oidc }: KoaContextWithOIDC): number =>
    Math.max(1, Math.min(seconds, oidc.entities.Grant?.remainingTTL ?? seconds));

function configureFeatures({
  db,
  resources,
  settings: { accessTokenSeconds },
}: Pick<ProviderOptions, "db" | "resources" | "settings">): Configuration["features"] {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    ...(allowsDocuments(resources) && { clientIdMetadataDocument: documentFeature(db) }),
    introspection: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    revocation: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => {
        if (token.clientId === client.clientId) return true;
        throw new errors.InvalidRequest("the token was issued to another client"); // RFC 7009 section 2.1
      },
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: async () => resources[0].uri,
      useGrantedResource: async () => true,
      getResourceServerInfo: async (_ctx, indicator, client) => {
        const resource = findResource(resources, indicator);
        if (resource === undefined) throw new errors.InvalidTarget();
        if (clientInfoOf(client).isDocument && !resource.allowsDocuments) {
          throw new errors.InvalidTarget("only registered clients get tokens for this resource");
        }
        return {
          scope: resource.scopes.join(" "),
          audience: resource.uri,
          accessTokenTTL: accessTokenSeconds,
          accessTokenFormat: "opaque",
        };
      },
    },
  };
}
