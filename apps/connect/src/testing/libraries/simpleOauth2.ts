import { AuthorizationCode } from "simple-oauth2";
import { ENDPOINT_PROFILES, type Library, SCOPE } from "./library.ts";

export const simpleOauth2: Library = async ({ issuer, client, callback, endpointProfile, send }) => {
  const paths = ENDPOINT_PROFILES[endpointProfile];
  const flow = new AuthorizationCode({
    client,
    auth: { tokenHost: issuer, authorizePath: paths.authorize, tokenPath: paths.token, revokePath: paths.revoke },
  });
  const state = crypto.randomUUID();
  const url = flow.authorizeURL({ redirect_uri: callback, scope: SCOPE, state });
  const { searchParams } = await send(new URL(url));
  if (searchParams.get("state") !== state) throw new Error("Another state came back");
  let tokens = await flow.getToken({ code: searchParams.get("code") ?? "", redirect_uri: callback });
  return {
    accessToken: String(tokens.token["access_token"]),
    scope: tokens.token["scope"],
    refresh: async () => {
      tokens = await tokens.refresh();
      return String(tokens.token["access_token"]);
    },
    revoke: () => tokens.revokeAll(),
  };
};
