import type { IncomingMessage } from "node:http";

/** What a request is authenticated with. */
export type Credentials =
  | { readonly kind: "accessKey"; readonly accessKey: string }
  | { readonly kind: "accessToken"; readonly accessToken: string }
  | { readonly kind: "invalid" }
  | { readonly kind: "none" };

/** Access keys have this prefix; everything else in `Authorization: Bearer` is a token of the sign-in service. */
const KEY_PREFIX = "pk_";

const BEARER = /^Bearer +([\w\-.~+/]+=*) *$/i;

/** The header `AccessKey`, or `Authorization: Bearer` with a key or a token; two credentials are invalid. */
export function readCredentials({ headersDistinct }: Pick<IncomingMessage, "headersDistinct">): Credentials {
  const keys = headersDistinct["accesskey"] ?? [];
  const authorizations = headersDistinct["authorization"] ?? [];
  if (keys.length + authorizations.length === 0) return { kind: "none" };
  const [accessKey] = keys;
  if (keys.length + authorizations.length > 1) return { kind: "invalid" };
  if (accessKey !== undefined) return { kind: "accessKey", accessKey };
  const sent = BEARER.exec(authorizations[0] ?? "")?.[1];
  if (sent === undefined) return { kind: "invalid" };
  return sent.startsWith(KEY_PREFIX)
    ? { kind: "accessKey", accessKey: sent }
    : { kind: "accessToken", accessToken: sent };
}
