// Who is signed in. Tokens stay on the server; here in memory, in a real application in its database.
import { randomBytes } from "node:crypto";
import { refresh, SignInError, type Tokens } from "./oauth.ts";
import type { Settings } from "./settings.ts";

const DAY_MS = 86_400_000;
/** A token that ends within this time is replaced before it is used. */
const MARGIN_MS = 30_000;

interface Session {
  tokens: Tokens;
  readonly endsAt: number;
  refreshing?: Promise<Tokens> | undefined;
}

export interface Sessions {
  /** @returns the id for the browser's cookie. */
  begin(tokens: Tokens): string;
  end(id: string): Tokens | undefined;
  /** @returns an access token that is good now, as far as its time says; undefined when nobody is signed in (any more). */
  findAccessToken(id: string): Promise<string | undefined>;
  /** As findAccessToken, when the service refused the last one. */
  replaceAccessToken(id: string): Promise<string | undefined>;
}

export function createSessions(settings: Settings): Sessions {
  const sessions = new Map<string, Session>();
  const find = (id: string): Session | undefined => {
    for (const [key, { endsAt }] of sessions) if (endsAt < Date.now()) sessions.delete(key);
    return sessions.get(id);
  };

  /** Two pages at once share one refresh. */
  const replace = async (id: string, session: Session): Promise<string | undefined> => {
    try {
      session.refreshing ??= refresh(settings, session.tokens);
      session.tokens = await session.refreshing;
      return session.tokens.accessToken;
    } catch (error) {
      if (!(error instanceof SignInError && error.code === "invalid_grant")) throw error; // it may work again soon
      sessions.delete(id);
      return undefined;
    } finally {
      session.refreshing = undefined;
    }
  };

  return {
    begin(tokens) {
      const id = randomBytes(32).toString("base64url");
      sessions.set(id, { tokens, endsAt: Date.now() + DAY_MS });
      return id;
    },
    end(id) {
      const tokens = find(id)?.tokens;
      sessions.delete(id);
      return tokens;
    },
    async findAccessToken(id) {
      const session = find(id);
      if (session === undefined) return undefined;
      return session.tokens.expiresAt - MARGIN_MS > Date.now()
        ? session.tokens.accessToken
        : await replace(id, session);
    },
    async replaceAccessToken(id) {
      const session = find(id);
      return session === undefined ? undefined : await replace(id, session);
    },
  };
}
