// Sessions of signed-in users. Tokens stay on the server; here in memory, in a real application in its database.
import { randomBytes } from "node:crypto";
import { PorticoError, type SignIn, type Tokens } from "@portico/client/sign-in";

const DAY_MS = 86_400_000;

interface Session {
  tokens: Tokens;
  readonly endsAt: number;
}

export interface Sessions {
  /** @returns the id for the browser's cookie. */
  begin(tokens: Tokens): string;
  end(id: string): Tokens | undefined;
  /** @returns an access token that has not expired; undefined if no user is signed in (any more). */
  findAccessToken(id: string): Promise<string | undefined>;
  /** Like findAccessToken, after the service rejected the last one. */
  replaceAccessToken(id: string): Promise<string | undefined>;
}

export function createSessions(signIn: SignIn): Sessions {
  const sessions = new Map<string, Session>();
  const find = (id: string): Session | undefined => {
    for (const [key, { endsAt }] of sessions) if (endsAt < Date.now()) sessions.delete(key);
    return sessions.get(id);
  };

  /** Concurrent pages share one refresh. */
  const renew = async (id: string, how: (tokens: Tokens) => Promise<Tokens>): Promise<string | undefined> => {
    const session = find(id);
    if (session === undefined) return undefined;
    try {
      session.tokens = await how(session.tokens);
      return session.tokens.accessToken;
    } catch (error) {
      if (!(error instanceof PorticoError && error.code === "invalid_grant")) throw error; // it may work again soon
      sessions.delete(id);
      return undefined;
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
    findAccessToken: (id) => renew(id, signIn.keepFresh),
    replaceAccessToken: (id) => renew(id, signIn.refresh),
  };
}
