import type { DashboardKey } from "@portico/contract";
import { Badge } from "@portico/ui";

const SOON_S = 7 * 86_400;

export type KeyState = "active" | "expires soon" | "expired" | "revoked";

/** @param now - Unix seconds. */
export function stateOf(
  { revoked_at: revokedAt, expires_at: expiresAt }: DashboardKey,
  now = Date.now() / 1000,
): KeyState {
  if (revokedAt !== null && revokedAt <= now) return "revoked";
  if (expiresAt === null) return "active";
  if (expiresAt <= now) return "expired";
  return expiresAt < now + SOON_S ? "expires soon" : "active";
}

export const isKeyLive = (key: DashboardKey): boolean => ["active", "expires soon"].includes(stateOf(key));

const TONES = { active: "good", "expires soon": "caution", expired: "bad", revoked: "" } as const;
const WORDS = { active: "Active", "expires soon": "Expires soon", expired: "Expired", revoked: "Revoked" } as const;

export function KeyBadge({ apiKey }: { readonly apiKey: DashboardKey }) {
  const state = stateOf(apiKey);
  return <Badge tone={TONES[state]}>{WORDS[state]}</Badge>;
}
