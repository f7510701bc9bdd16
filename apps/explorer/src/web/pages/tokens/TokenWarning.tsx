import type { Token } from "@portico/client";
import { Badge } from "@portico/ui";
import { t } from "../../languages/t.ts";

/** A warning about a token, in a word; none if it is on a trusted list. */
export function TokenWarning({ token }: { readonly token: Pick<Token, "is_scam" | "is_suspicious" | "is_verified"> }) {
  if (token.is_scam === true) return <Badge tone="bad">{t("parts.scam")}</Badge>;
  if (token.is_suspicious === true) return <Badge tone="caution">{t("parts.suspicious")}</Badge>;
  return token.is_verified ? null : <Badge>{t("parts.unverified")}</Badge>;
}
