import * as oidc from "openid-client";
import { type Library, profileUrl, SCOPE, type Setup, typedIn } from "./library.ts";

export const openidClient: Library = async (setup) => {
  const { callback, send } = setup;
  const config = await configure(setup);
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const expectedState = oidc.randomState();
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: SCOPE,
    state: expectedState,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
  });
  let tokens = await oidc.authorizationCodeGrant(config, await send(url), { pkceCodeVerifier, expectedState });
  return {
    accessToken: tokens.access_token,
    scope: tokens.scope,
    readId: async () => {
      const response = await oidc.fetchProtectedResource(
        config,
        tokens.access_token,
        new URL(profileUrl(setup)),
        "GET",
      );
      return ((await response.json()) as { id?: unknown }).id;
    },
    refresh: async () => {
      tokens = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? "");
      return tokens.access_token;
    },
    revoke: () => oidc.tokenRevocation(config, tokens.refresh_token ?? ""),
  };
};

async function configure(setup: Setup): Promise<oidc.Configuration> {
  const { issuer, client, endpointProfile } = setup;
  if (endpointProfile === "rfc") {
    const execute = [oidc.allowInsecureRequests];
    return await oidc.discovery(new URL(issuer), client.id, client.secret, undefined, { algorithm: "oauth2", execute });
  }
  const config = new oidc.Configuration(typedIn(setup), client.id, client.secret);
  oidc.allowInsecureRequests(config);
  return config;
}
