import { timingSafeEqual } from "node:crypto";
import { findOauthClient, hashClientSecret, type Hex, type OauthClient, type Store } from "@portico/store";
import type { Adapter, Provider } from "oidc-provider";

type Client = InstanceType<Provider["Client"]>;

/** All our metadata of a client is in one property of the library's. */
export const CLIENT_INFO = "portico";

export interface ClientInfo {
  readonly id: string;
  readonly name: string;
  readonly siteUrl: string;
  readonly logoUrl: string | null;
  readonly isValidated: boolean;
  /** It describes itself in a document at its id, and has no secret; otherwise it is registered. */
  readonly isDocument: boolean;
  readonly refusal: OauthClient["refusal"];
  readonly scopeFormat: OauthClient["scopeFormat"];
  readonly secretHashes: readonly Hex[];
}

/** Our metadata of a client that the library found. */
export const clientInfoOf = (client: Client): ClientInfo => client[CLIENT_INFO] as ClientInfo;

/** Clients from the store, without disabled ones and those of disabled accounts. They are read for every request. */
export function createClientAdapter(db: Store): Adapter {
  const refuse = async () => {
    throw new Error("Clients are not written by the provider");
  };
  const find: Adapter["find"] = async (id) => {
    if (id.startsWith("https:")) return undefined; // clientDocuments.ts: the document decides, not what is stored of it
    const client = await findOauthClient(db, id);
    return client === undefined || client.isDisabled || client.isAccountDisabled ? undefined : toMetadata(client);
  };
  return {
    find,
    upsert: refuse,
    destroy: refuse,
    consume: refuse,
    revokeByGrantId: refuse,
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  };
}

function toMetadata({ id, app, redirectUris, ...client }: OauthClient) {
  const clientInfo: ClientInfo = {
    id,
    name: app.name,
    siteUrl: app.siteUrl,
    logoUrl: app.logoUrl,
    isValidated: app.isValidated,
    isDocument: false,
    refusal: client.refusal,
    scopeFormat: client.scopeFormat,
    secretHashes: client.secretHashes,
  };
  return {
    client_id: id,
    client_secret: "only its hash is stored", // required by the library; compareClientSecret never uses it
    redirect_uris: redirectUris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code" as const],
    token_endpoint_auth_method: "client_secret_basic" as const, // also covers the form: the library accepts both
    [CLIENT_INFO]: clientInfo,
  };
}

/** Compares with every active secret, in constant time. */
export function isClientSecret(client: Client, secret: string): boolean {
  const actual = Buffer.from(hashClientSecret(secret).slice(2), "hex");
  const matches = clientInfoOf(client).secretHashes.map((hash) =>
    timingSafeEqual(actual, Buffer.from(hash.slice(2), "hex")),
  );
  return matches.includes(true);
}
