import type { Token } from "@portico/client";
import { CircleCheck, CircleHelp, type LucideIcon, TriangleAlert } from "lucide-react";
import { Card } from "@portico/ui";
import { t } from "../../languages/t.ts";
import { listTokenRisks, type RiskTone } from "./listTokenRisks.ts";

const ICONS: Readonly<Record<RiskTone, LucideIcon>> = {
  good: CircleCheck,
  caution: TriangleAlert,
  bad: TriangleAlert,
  unknown: CircleHelp,
};

/** What speaks for and against a token, as far as it is known. */
export const TokenRisks = ({ token }: { readonly token: Token }) => (
  <Card title={t("token.risks")}>
    <ul className="risk-list">
      {listTokenRisks(token, Date.now() / 1000).map(({ tone, text }) => {
        const Icon = ICONS[tone];
        return (
          <li key={text} className={tone}>
            <Icon size={16} aria-hidden />
            <span>{text}</span>
          </li>
        );
      })}
    </ul>
  </Card>
);
