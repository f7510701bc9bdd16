import type { Token } from "@portico/client";

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
    isScam === true && { tone: "bad", text: "Known to cheat its holders." },
    isSuspicious === true && { tone: "bad", text: "Shows signs of cheating, such as the symbol of another token." },
    isVerified
      ? { tone: "good", text: "On a token list that the operator trusts. That guards against look-alikes." }
      : { tone: "caution", text: "On no token list that the operator trusts: anybody can give a token this name." },
    isScam !== true && isSuspicious === false && { tone: "good", text: "No signs of cheating were found." },
    isScam !== true && isSuspicious == null && { tone: "unknown", text: "Nobody has judged whether it cheats." },
    ageRisk(token, now),
    priceRisk(token, now),
  ];
  return risks.filter((risk): risk is Risk => risk !== false).toSorted((a, b) => ORDER[a.tone] - ORDER[b.tone]);
}

const ORDER: Readonly<Record<RiskTone, number>> = { bad: 0, caution: 1, unknown: 2, good: 3 };

function ageRisk({ id, time_at: timeAt }: Token, now: number): Risk | false {
  if (!id.startsWith("0x")) return false;
  if (timeAt === 0) return { tone: "unknown", text: "When it was deployed is not known." };
  const days = Math.floor((now - timeAt) / DAY);
  if (days < NEW_DAYS) return { tone: "caution", text: `Deployed less than ${NEW_DAYS} days ago.` };
  return { tone: "good", text: `Deployed ${days.toLocaleString("en")} days ago.` };
}

function priceRisk({ price, price_at: priceAt }: Token, now: number): Risk | false {
  if (price === 0)
    return { tone: "unknown", text: "No price is known: no trusted feed, and no pool with enough in it." };
  const isOld = typeof priceAt === "number" && now - priceAt > OLD_PRICE;
  return isOld && { tone: "caution", text: "Its price was last observed more than a day ago." };
}
