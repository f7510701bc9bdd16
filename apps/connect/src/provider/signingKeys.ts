import { generateKeyPairSync, randomBytes } from "node:crypto";
import { ensureConnectKey, listConnectKeys, rotateConnectKey, type Store } from "@portico/store";
import type { JWK } from "oidc-provider";

export interface SigningKeys {
  /** Required by the library although nothing is signed with it: tokens are opaque. */
  readonly jwks: readonly JWK[];
  /** Keys that sign cookies, the current one first. */
  readonly cookies: readonly string[];
}

/** A new key signs only after every process has read it, which happens every KEYS_READ_MS. */
export const KEYS_READ_MS = 60_000;
export const SETTLE_SECONDS = 150;

/**
 * Keys shared by all processes; the first process creates them. `cookies` of the environment replace the stored ones.
 */
export async function loadSigningKeys(db: Store, cookies?: readonly string[]): Promise<SigningKeys> {
  await ensureConnectKey(db, { kind: "jwk", ...newJwk() });
  if (cookies === undefined) await ensureConnectKey(db, { kind: "cookie", ...newCookieKey() });
  const jwks = await listConnectKeys(db, { kind: "jwk", settleSeconds: SETTLE_SECONDS });
  return {
    jwks: jwks.map(({ secret }) => secret as JWK),
    cookies: cookies ?? (await listCookieKeys(db)),
  };
}

export async function listCookieKeys(db: Store): Promise<string[]> {
  const keys = await listConnectKeys(db, { kind: "cookie", settleSeconds: SETTLE_SECONDS });
  return keys.map(({ secret }) => String(secret));
}

/** Creates a key of each kind; earlier cookie keys remain valid for `overlapSeconds`, which no session may outlive. */
export async function rotateSigningKeys(db: Store, overlapSeconds: number): Promise<void> {
  await rotateConnectKey(db, { kind: "jwk", overlapSeconds, ...newJwk() });
  await rotateConnectKey(db, { kind: "cookie", overlapSeconds, ...newCookieKey() });
}

const newId = (): string => randomBytes(9).toString("base64url");

const newCookieKey = () => ({ id: newId(), secret: randomBytes(32).toString("base64url") });

function newJwk() {
  const kid = newId();
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { id: kid, secret: { ...privateKey.export({ format: "jwk" }), kid, use: "sig", alg: "ES256" } };
}
