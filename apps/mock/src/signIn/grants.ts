import { createBoundedMap } from "../createBoundedMap.ts";
import { drawHex } from "../scenarios/draw.ts";

/** A user's consent to an application. */
export interface Grant {
  readonly clientId: string;
  /** Scope names. */
  readonly scopes: readonly string[];
  /** Of the user. */
  readonly address: string;
  isEnded: boolean;
}

export interface Code {
  readonly grant: Grant;
  readonly redirectUri: string;
  /** PKCE, S256. */
  readonly challenge: string | undefined;
  readonly endsAt: number;
  isUsed: boolean;
}

export interface Token {
  readonly kind: "access" | "refresh";
  readonly grant: Grant;
  /** Unix seconds. */
  readonly madeAt: number;
  readonly endsAt: number;
  isRevoked: boolean;
  /** When a refresh token was exchanged, unix seconds. */
  usedAt: number | undefined;
}

/** The mock's sign-in state, until it ends. */
export interface Grants {
  readonly codes: Map<string, Code>;
  readonly tokens: Map<string, Token>;
  /** The next code or token: the same sequence for the same seed. */
  readonly makeName: (prefix: string) => string;
  /** Unix seconds. */
  readonly now: () => number;
}

const MAX_ENTRIES = 20_000;

export function createGrants(seed: string): Grants {
  let made = 0;
  return {
    codes: createBoundedMap(MAX_ENTRIES),
    tokens: createBoundedMap(MAX_ENTRIES),
    makeName: (prefix) => {
      made += 1;
      return `${prefix}_${drawHex(seed, `${prefix} ${made}`, 32)}`;
    },
    now: () => Math.floor(Date.now() / 1000),
  };
}

export const isAlive = (token: Token, now: number): boolean =>
  !token.isRevoked && !token.grant.isEnded && token.endsAt > now;
