/** Tokens for a user's data. Server-side only. */
export type Tokens = {
  readonly accessToken: string;
  /** Every refresh returns another one: store the newest. */
  readonly refreshToken: string;
  /** When the access token expires, in unix milliseconds. */
  readonly expiresAtMs: number;
  /** What the user consented to. */
  readonly scope: readonly string[];
};

type Refresh = (tokens: Tokens) => Promise<Tokens>;

const CACHE_MS = 60_000;

/**
 * Shares one refresh among concurrent callers. A refresh token can be used once: callers that read the old tokens just
 * before they
 * were replaced get the new ones too, for a minute. A failed refresh can be retried at once.
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
      () => (refreshed.endsAtMs = Date.now() + CACHE_MS),
      () => shared.delete(old.refreshToken),
    );
    return refreshed.tokens;
  };
}
