import * as oauth from "oauth4webapi";
import { type Library, profileUrl, SCOPE, type Setup, typedIn } from "./library.ts";

const insecure = { [oauth.allowInsecureRequests]: true } as const;

export const oauth4webapi: Library = async (setup) => {
  const { client: registered, callback, send } = setup;
  const server = await describe(setup);
  const client: oauth.Client = { client_id: registered.id };
  const authentication = oauth.ClientSecretBasic(registered.secret);
  const state = oauth.generateRandomState();
  const verifier = oauth.generateRandomCodeVerifier();
  const url = new URL(server.authorization_endpoint ?? "");
  url.search = new URLSearchParams({
    client_id: registered.id,
    redirect_uri: callback,
    response_type: "code",
    scope: SCOPE,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  }).toString();

  const params = oauth.validateAuthResponse(server, client, await send(url), state);
  const reply = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    params,
    callback,
    verifier,
    insecure,
  );
  let tokens = await oauth.processAuthorizationCodeResponse(server, client, reply);
  return {
    accessToken: tokens.access_token,
    scope: tokens.scope,
    readId: async () => {
      const { access_token: token } = tokens;
      const profile = new URL(profileUrl(setup));
      const response = await oauth.protectedResourceRequest(token, "GET", profile, undefined, undefined, insecure);
      return ((await response.json()) as { id?: unknown }).id;
    },
    refresh: async () => {
      const { refresh_token: old = "" } = tokens;
      const answer = await oauth.refreshTokenGrantRequest(server, client, authentication, old, insecure);
      tokens = await oauth.processRefreshTokenResponse(server, client, answer);
      return tokens.access_token;
    },
    revoke: async () => {
      const { refresh_token: token = "" } = tokens;
      await oauth.processRevocationResponse(
        await oauth.revocationRequest(server, client, authentication, token, insecure),
      );
    },
  };
};

async function describe(setup: Setup): Promise<oauth.AuthorizationServer> {
  if (setup.endpointProfile === "seed") return typedIn(setup);
  const issuer = new URL(setup.issuer);
  const response = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
  return await oauth.processDiscoveryResponse(issuer, response);
}
