/**
 * `bare.ts PORT`: oidc-provider with its built-in features on node:http, and the minimum that proves an address and
 * requests consent. Stores into DATABASE_URL, an empty database; without it, into the library's in-memory adapter.
 */
import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { Provider } from "oidc-provider";
import { Pool } from "pg";
import { verifyMessage } from "viem";
import { textToSign } from "../textToSign.ts";
import { createArtifactTable, createPlainAdapter } from "./plainAdapter.ts";

const { DATABASE_URL: databaseUrl, CLIENT_ID: clientId = "", CLIENT_SECRET, REDIRECT_URI = "" } = process.env;
const port = Number(process.argv[2]);
const issuer = `http://127.0.0.1:${port}`;
const resource = `${issuer}/v1/me`;
const DAY = 86_400;
const scope = "user:base:read user:chain:read user:social:read";

const pool = databaseUrl === undefined ? undefined : new Pool({ connectionString: databaseUrl, max: 20 });
const client = {
  client_id: clientId,
  client_secret: CLIENT_SECRET,
  redirect_uris: [REDIRECT_URI],
  grant_types: ["authorization_code", "refresh_token"],
};
if (pool !== undefined) {
  await createArtifactTable(pool);
  await pool.query("CREATE TABLE profile (address text PRIMARY KEY, name text, logo_url text)");
  await createPlainAdapter(pool, "Client").upsert(clientId, client, 365 * DAY);
}

const provider = new Provider(issuer, {
  ...(pool === undefined ? { clients: [client] } : { adapter: (model: string) => createPlainAdapter(pool, model) }),
  jwks: { keys: [generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" })] },
  cookies: { keys: ["a secret of the benchmark, without access to anything"] },
  routes: { authorization: "/oauth2/authorize", token: "/oauth2/token" },
  scopes: [],
  clientDefaults: { id_token_signed_response_alg: "ES256" },
  features: {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: async () => resource,
      useGrantedResource: async () => true,
      getResourceServerInfo: async () => ({ scope, audience: resource, accessTokenFormat: "opaque" }),
    },
  },
  pkce: { required: () => false },
  issueRefreshToken: async () => true,
  rotateRefreshToken: true,
  expiresWithSession: async () => false,
  findAccount: async (_ctx, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
  interactions: { url: (_ctx, { uid }) => `/signin/${uid}` },
  ttl: {
    AuthorizationCode: 60,
    AccessToken: 3600,
    RefreshToken: 30 * DAY,
    Grant: 90 * DAY,
    Interaction: 600,
    Session: DAY,
  },
});

type Step = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

const showPage: Step = async (req, res) => {
  const { uid, prompt, params } = await provider.interactionDetails(req, res);
  const text = prompt.name === "login" ? "Sign in with your wallet" : `Allow ${String(params["scope"])}?`;
  res.setHeader("Content-Type", "text/html");
  res.end(
    `<!doctype html><title>Sign in</title><form method="post" action="/signin/${uid}/${prompt.name}">${text}</form>`,
  );
};

const signIn: Step = async (req, res) => {
  const { uid } = await provider.interactionDetails(req, res);
  const { address, signature } = (await json(req)) as { address: `0x${string}`; signature: `0x${string}` };
  const isSigned = await verifyMessage({ address, message: textToSign({ issuer, address, uid }), signature });
  const login = { accountId: address.toLowerCase() };
  await provider.interactionFinished(req, res, isSigned ? { login } : { error: "access_denied" });
};

const allow: Step = async (req, res) => {
  const { session, prompt, grantId } = await provider.interactionDetails(req, res);
  const found = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant = found ?? new provider.Grant({ accountId: session?.accountId, clientId });
  const missing = prompt.details["missingResourceScopes"] as Record<string, string[]>;
  for (const [indicator, scopes] of Object.entries(missing)) grant.addResourceScope(indicator, scopes.join(" "));
  await provider.interactionFinished(
    req,
    res,
    { consent: { grantId: await grant.save() } },
    { mergeWithLastSubmission: true },
  );
};

interface Profile {
  readonly name: string | null;
  readonly logo_url: string | null;
}

async function findProfile(address: string): Promise<Profile | undefined> {
  if (pool === undefined) return undefined;
  const { rows } = await pool.query<Profile>("SELECT name, logo_url FROM profile WHERE address = $1", [address]);
  return rows[0];
}

const showMe: Step = async (req, res) => {
  const [, value = ""] = /^Bearer (\S+)$/.exec(req.headers.authorization ?? "") ?? [];
  const token = await provider.AccessToken.find(value);
  const grant = token?.grantId === undefined ? undefined : await provider.Grant.find(token.grantId);
  if (token === undefined || grant === undefined || token.aud !== resource || !token.scopes.has("user:base:read")) {
    res.writeHead(401).end();
    return;
  }
  const { name = null, logo_url: logo = null } = (await findProfile(token.accountId)) ?? {};
  const me = {
    id: token.accountId,
    sub: token.accountId,
    chain: null,
    web3_id: null,
    name,
    logo_url: logo,
    born_at: null,
    tvf: null,
  };
  res.setHeader("Content-Type", "application/json");
  res.end(JSON.stringify(me));
};

const library = provider.callback();

function findStep({ method, url = "" }: IncomingMessage): Step {
  if (url === "/v1/me") return showMe;
  if (!url.startsWith("/signin/")) return library;
  if (method === "GET") return showPage;
  return url.endsWith("/login") ? signIn : allow;
}

createServer({ keepAliveTimeout: 65_000 }, (req, res) => {
  findStep(req)(req, res).catch((error: unknown) => {
    console.error(error);
    res.writeHead(500).end();
  });
}).listen(port, "127.0.0.1");
