import type { Spender } from "@portico/client";
import { plainText } from "@portico/ui/browser";
import type { Permission } from "./permission.ts";
import { t } from "../../languages/t.ts";

/** The risk, and its reasons in words. */
export interface Judgement {
  readonly level: "high" | "some" | "low";
  /** The first is the reason for the level. */
  readonly reasons: readonly string[];
}

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
  return { level: judged, reasons: [alert === "" ? t(SERVICE_WORDS[judged]) : alert, ...reasons] };
}

const SERVICE: Readonly<Record<string, Judgement["level"] | undefined>> = {
  danger: "high",
  warning: "some",
  safe: "low",
};
const SERVICE_WORDS = {
  high: "approvals.ratedHigh",
  some: "approvals.ratedSome",
  low: "approvals.ratedLow",
} as const;

function judge(spender: Spender, permissions: readonly Permission[]): [Judgement["level"], string] {
  if (spender.is_hacked === true) return ["high", t("approvals.hacked")];
  if (spender.is_abandoned === true) return ["some", t("approvals.abandoned")];
  if (spender.protocol !== null) return ["low", t("approvals.known")];
  const isAtRisk = permissions.some(({ exposureUsd, balance }) => exposureUsd > 0 || balance > 0);
  if (spender.is_contract !== true)
    return [
      isAtRisk ? "high" : "some",
      t(spender.is_contract === false ? "approvals.ownAccount" : "approvals.maybeAccount"),
    ];
  const isOpen = permissions.some(({ value }) => value === "unlimited");
  return isOpen && isAtRisk ? ["high", t("approvals.unknownOpen")] : ["some", t("approvals.unknown")];
}

function listReasons({ is_open_source: isOpenSource }: Spender, permissions: readonly Permission[]): string[] {
  const isFuture = permissions.some(({ value, kind }) => value === "unlimited" && kind === "token");
  return [
    ...(isFuture ? [t("approvals.future")] : []),
    ...(isOpenSource === false ? [t("approvals.unpublished")] : []),
    ...(permissions.every(({ balance }) => balance === 0) ? [t("approvals.holdsNone")] : []),
  ];
}
