/** What opens a person's data. Belongs on a server. */
export type Tokens = {
  readonly accessToken: string;
  /** Every refresh gives another one: keep the newest. */
  readonly refreshToken: string;
  /** When the access token ends, unix milliseconds. */
  readonly expiresAtMs: number;
  /** What the person allowed. */
  readonly scope: readonly string[];
};

type Refresh = (tokens: Tokens) => Promise<Tokens>;

const KEPT_MS = 60_000;

/**
 * One refresh however many ask for it. A refresh token is good for one: who read the old tokens just before they were
 * replaced gets the new ones too, for a minute after. One that failed can be tried again at once.
 */
export function shareRefreshes(refresh: Refresh): Refresh {
  const shared = new Map<string, { readonly tokens: Promise<Tokens>; endsAtMs: number }>();
  return (old) => {
    for (const [key, { endsAtMs }] of shared) if (endsAtMs < Date.now()) shared.delete(key);
    const known = shared.get(old.refreshToken);
    if (known !== undefined) return known.tokens;
    const refreshed = { tokens: refresh(old), endsAtMs: Infinity };
    shared.set(old.refreshToken, refreshed);
    refreshed.tokens.then(
      () => (refreshed.endsAtMs = Date.now() + KEPT_MS),
      () => shared.delete(old.refreshToken),
    );
    return refreshed.tokens;
  };
}
