import type { Spender } from "@portico/client";
import { plainText } from "@portico/ui/browser";
import type { Permission } from "./permission.ts";

/** The risk, and its reasons in words. */
export interface Judgement {
  readonly level: "high" | "some" | "low";
  /** The first is the reason for the level. */
  readonly reasons: readonly string[];
}

export const LEVEL_WORDS = { high: "High risk", some: "Some risk", low: "Low risk" } as const;
export const LEVEL_RANK = { high: 0, some: 1, low: 2 } as const;

/**
 * Assesses a spender by the data in the response. The service's own risk level takes precedence; without one, the kind
 * of address counts, since victims of phishing approve an attacker's own account or an unknown contract.
 */
export function judgeSpender(spender: Spender, permissions: readonly Permission[]): Judgement {
  const judged = SERVICE[spender.risk_level ?? ""];
  const alert = plainText(spender.risk_alert ?? "", 200);
  const [level, reason] = judge(spender, permissions);
  const reasons = listReasons(spender, permissions);
  if (judged === undefined) return { level, reasons: [reason, ...reasons] };
  return { level: judged, reasons: [alert === "" ? SERVICE_WORDS[judged] : alert, ...reasons] };
}

const SERVICE: Readonly<Record<string, Judgement["level"] | undefined>> = {
  danger: "high",
  warning: "some",
  safe: "low",
};
const SERVICE_WORDS = {
  high: "This service rates the spender as dangerous.",
  some: "This service has a warning about the spender.",
  low: "This service rates the spender as safe.",
} as const;

function judge(spender: Spender, permissions: readonly Permission[]): [Judgement["level"], string] {
  if (spender.is_hacked === true) return ["high", "This contract is known to have been hacked."];
  if (spender.is_abandoned === true) return ["some", "Its project is known to have abandoned this contract."];
  if (spender.protocol !== null) return ["low", "A contract of a known protocol."];
  const isAtRisk = permissions.some(({ exposureUsd, balance }) => exposureUsd > 0 || balance > 0);
  if (spender.is_contract !== true)
    return [
      isAtRisk ? "high" : "some",
      spender.is_contract === false
        ? "Not a contract but an externally owned account, whose owner can take this at any time."
        : "Not known to be a contract: it may be an externally owned account, whose owner can take this at any time.",
    ];
  const isOpen = permissions.some(({ value }) => value === "unlimited");
  return isOpen && isAtRisk
    ? ["high", "A contract of no known protocol, and it may take the whole balance."]
    : ["some", "A contract of no known protocol."];
}

function listReasons({ is_open_source: isOpenSource }: Spender, permissions: readonly Permission[]): string[] {
  const isFuture = permissions.some(({ value, kind }) => value === "unlimited" && kind === "token");
  return [
    ...(isFuture ? ["Unlimited: tokens received later can be taken as well."] : []),
    ...(isOpenSource === false ? ["Its source isn't published."] : []),
    ...(permissions.every(({ balance }) => balance === 0) ? ["The address holds none of it now."] : []),
  ];
}
