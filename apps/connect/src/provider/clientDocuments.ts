import { fetchGuarded, FetchError, type FetchRules, ForbiddenUrlError, PUBLIC_RULES } from "@portico/safe-fetch";
import { ensureDocumentClient, findOauthClient, findUrlFlaw, REDIRECT_URIS_MAX, type Store } from "@portico/store";
import type { Client, Configuration } from "oidc-provider";
import { CLIENT_INFO, type ClientInfo, clientInfoOf } from "./clients.ts";

/** Of a document: it is read while a user waits, and anyone may name its URL. */
export const DOCUMENT_RULES: FetchRules = { ...PUBLIC_RULES, timeoutMs: 2500, maxBytes: 16_384, maxRedirects: 0 };

/** Of ids in the database and in requests. */
const ID_LENGTH = 255;

/** A document is read again after this: its host's own caching isn't known. */
const CACHE_SECONDS = 300;

/**
 * Clients that are not registered: their id is the URL of a document that describes them (Client ID Metadata Document).
 * They have no secret, and are stored when a user first allows one something.
 */
export const documentFeature = (db: Store): NonNullable<Configuration["features"]>["clientIdMetadataDocument"] => ({
  enabled: true,
  ack: "draft-02",
  allowFetch: (_ctx, id) => id.length <= ID_LENGTH && /^[\x21-\x7e]+$/.test(id),
  allowClient: async (_ctx, { clientId }) => (await findOauthClient(db, clientId))?.isDisabled !== true,
  cacheDuration: { min: CACHE_SECONDS, max: CACHE_SECONDS },
});

/** For the library, which fetches nothing but these documents. @param rules - Which URLs may be fetched. */
export const createDocumentFetch =
  (rules: FetchRules): NonNullable<Configuration["fetch"]> =>
  async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const { body } = await fetchGuarded(url, rules, {
      signal: init?.signal ?? AbortSignal.timeout(rules.timeoutMs),
      wantsBody: (type) => type === "application/json" || type.endsWith("+json"),
    }).catch(explain);
    return Response.json(toMetadata(url, parse(body)));
  };

/** Why a client's document can't be used, for its developer. */
export class ClientDocumentError extends Error {
  override readonly name = "ClientDocumentError";
}

const invalid = (why: string): ClientDocumentError =>
  new ClientDocumentError(`the document at the URL that is the client's id ${why}`);

/** What is known of a host inside the own network isn't told. */
function explain(error: unknown): never {
  if (error instanceof ForbiddenUrlError) throw invalid(`can't be read: ${error.publicMessage}`);
  if (error instanceof FetchError) throw invalid("can't be read");
  throw error;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    throw invalid("is not application/json");
  }
}

type Metadata = Readonly<Record<string, unknown>>;

/**
 * What is used of a document: nothing else of it reaches the library.
 * @throws ClientDocumentError
 */
function toMetadata(url: string, document: unknown): Metadata {
  if (typeof document !== "object" || document === null || Array.isArray(document)) throw invalid("is not an object");
  const { client_id: id, client_name: given, redirect_uris: uris, ...rest } = document as Metadata;
  if (id !== url) throw invalid("has another client_id");
  const name = typeof given === "string" ? given.replaceAll(/\p{C}/gu, "").trim() : ""; // what is seen of it
  if (name === "") throw invalid("has no client_name");
  if ((rest["token_endpoint_auth_method"] ?? "none") !== "none") {
    throw invalid("must have the token_endpoint_auth_method none");
  }
  const redirectUris = (Array.isArray(uris) ? uris : []).filter(
    (uri): uri is string => typeof uri === "string" && findUrlFlaw(uri) === undefined,
  );
  if (redirectUris.length === 0 || redirectUris.length > REDIRECT_URIS_MAX) {
    throw invalid("has no redirect_uris of https or a loopback host");
  }
  const info: ClientInfo = {
    id,
    name: name.slice(0, NAME_LENGTH),
    siteUrl: `${new URL(url).origin}/`, // what the document says of its site proves nothing
    logoUrl: null,
    isValidated: false,
    isDocument: true,
    refusal: "redirect",
    scopeFormat: "string",
    secretHashes: [],
  };
  return {
    client_id: id,
    redirect_uris: redirectUris,
    // native: any port of a loopback host is the registered one (RFC 8252), and every sign-in asks for consent
    application_type: redirectUris.some((uri) => uri.startsWith("http:")) ? "native" : "web",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    [CLIENT_INFO]: info,
  };
}

const NAME_LENGTH = 100;

/** Stores a client that a user allows something, unless it is a registered one. */
export async function storeDocumentClient(db: Store, client: Client): Promise<void> {
  const { id, name, siteUrl, isDocument } = clientInfoOf(client);
  if (isDocument) await ensureDocumentClient(db, { id, name, siteUrl, redirectUris: client.redirectUris ?? [] });
}
