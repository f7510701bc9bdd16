import { Auth, type AuthConfig, skipCSRFCheck } from "@auth/core";
import { ENDPOINT_PROFILES, type Library, profileUrl, SCOPE, type Setup } from "./library.ts";

const APP = "https://app.example";
const HOME = `${APP}/auth`;
export const AUTH_JS_CALLBACK = `${HOME}/callback/portico`;

/** Auth.js leaves refresh and revocation to the application. */
export const authJs: Library = async (setup) => {
  let account: { access_token?: string; scope?: string; providerAccountId?: string } = {};
  const callbacks: AuthConfig["callbacks"] = {
    jwt: (params) => {
      account = params.account ?? account;
      return params.token;
    },
  };
  const config = { ...configure(setup), callbacks };
  const away = await Auth(new Request(`${HOME}/signin/portico`, { method: "POST" }), config);
  const back = await setup.send(new URL(away.headers.get("location") ?? ""));
  const cookie = cookiesOf(away);
  const home = await Auth(new Request(AUTH_JS_CALLBACK + back.search, { headers: { cookie } }), config);
  if (home.headers.get("location") !== APP) throw new Error(`${home.headers.get("location")}`);
  return { accessToken: account.access_token ?? "", scope: account.scope, userId: account.providerAccountId ?? "" };
};

function configure(setup: Setup): AuthConfig {
  const { issuer, client, endpointProfile } = setup;
  return {
    basePath: "/auth",
    secret: "s".repeat(32),
    trustHost: true,
    skipCSRFCheck,
    logger: { error: () => undefined },
    providers: [
      {
        id: "portico",
        name: "Portico",
        type: "oauth",
        ...(endpointProfile === "rfc" && { issuer }),
        clientId: client.id,
        clientSecret: client.secret,
        checks: ["pkce", "state"],
        authorization: { url: issuer + ENDPOINT_PROFILES[endpointProfile].authorize, params: { scope: SCOPE } },
        token: issuer + ENDPOINT_PROFILES[endpointProfile].token,
        userinfo: profileUrl(setup),
        profile: (user: { sub: string; name: string | null }) => ({ id: user.sub, name: user.name }),
      },
    ],
  };
}

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
