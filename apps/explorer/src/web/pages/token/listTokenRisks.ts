import type { Token } from "@portico/client";
import { t } from "../../languages/t.ts";

export type RiskTone = "good" | "caution" | "bad" | "unknown";

export interface Risk {
  readonly tone: RiskTone;
  readonly text: string;
}

const DAY = 86_400;
const NEW_DAYS = 30;
const OLD_PRICE = DAY;

/** What is known of a token's risks, the worst first. @param now - Unix seconds. */
export function listTokenRisks(token: Token, now: number): Risk[] {
  const { is_verified: isVerified, is_scam: isScam, is_suspicious: isSuspicious } = token;
  const risks: (Risk | false)[] = [
    isScam === true && { tone: "bad", text: t("token.riskScam") },
    isSuspicious === true && { tone: "bad", text: t("token.riskSuspicious") },
    isVerified ? { tone: "good", text: t("token.riskListed") } : { tone: "caution", text: t("token.riskUnlisted") },
    isScam !== true && isSuspicious === false && { tone: "good", text: t("token.riskNoSigns") },
    isScam !== true && isSuspicious == null && { tone: "unknown", text: t("token.riskUnjudged") },
    ageRisk(token, now),
    priceRisk(token, now),
  ];
  return risks.filter((risk): risk is Risk => risk !== false).toSorted((a, b) => ORDER[a.tone] - ORDER[b.tone]);
}

const ORDER: Readonly<Record<RiskTone, number>> = { bad: 0, caution: 1, unknown: 2, good: 3 };

function ageRisk({ id, time_at: timeAt }: Token, now: number): Risk | false {
  if (!id.startsWith("0x")) return false;
  if (timeAt === 0) return { tone: "unknown", text: t("token.riskUnknownAge") };
  const days = Math.floor((now - timeAt) / DAY);
  if (days < NEW_DAYS) return { tone: "caution", text: t("token.riskNew", { days: NEW_DAYS }) };
  return { tone: "good", text: t("token.riskOld", { days }) };
}

function priceRisk({ price, price_at: priceAt }: Token, now: number): Risk | false {
  if (price === 0) return { tone: "unknown", text: t("token.riskNoPrice") };
  const isOld = typeof priceAt === "number" && now - priceAt > OLD_PRICE;
  return isOld && { tone: "caution", text: t("token.riskOldPrice") };
}
