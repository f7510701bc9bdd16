/** Numbers that clients of other servers calculate with: 0 when unknown. */
const NUMBERS = new Set([
  "base_fee",
  "decimals",
  "deposit_user_count",
  "deposit_valuable_user_count",
  "estimated_seconds",
  "front_tx_count",
]);

/** Texts of a token that clients show or compare: empty when there are none. */
const TOKEN_TEXTS = new Set(["name", "symbol"]);

/**
 * A copy of plain data in which what the profile `live` never has null is filled in, and an empty `logo_url` is null,
 * except that of a chain.
 */
export function fillNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fillNulls);
  if (typeof value !== "object" || value === null) return value;
  const isToken = "optimized_symbol" in value;
  const hasLogo = !("native_token_id" in value);
  const filled: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    if (member === null) filled[name] = NUMBERS.has(name) ? 0 : isToken && TOKEN_TEXTS.has(name) ? "" : null;
    else if (name === "logo_url" && hasLogo && member === "") filled[name] = null;
    else filled[name] = fillNulls(member);
  }
  return filled;
}
