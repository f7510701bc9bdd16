import type { UserHistory } from "@portico/client";
import { Card } from "@portico/ui";
import { Link } from "@tanstack/react-router";
import { AddressLink } from "../../parts/AddressLink.tsx";
import { assetPage } from "../../parts/subjectPaths.ts";
import { findAsset } from "../history/asset.ts";
import type { HistoryEvent } from "../history/listEvents.ts";
import { isUnlimited } from "../../parts/isUnlimited.ts";
import { formatAmountText } from "../../parts/formatAmountText.ts";

interface TransactionApprovalsProps {
  readonly event: HistoryEvent;
  readonly owner: string;
  readonly dict: UserHistory["token_dict"];
}

/** Who may move what of the owner since the transaction; nothing if it approved nothing. */
export function TransactionApprovals({ event: { item }, owner, dict }: TransactionApprovalsProps) {
  const { token_approve: approvals, chain } = item;
  if (approvals.length === 0) return null;
  return (
    <Card
      title="Approvals"
      actions={
        <Link to="/address/$address/approvals" params={{ address: owner }} search={{ chain }} className="button small">
          All approvals
        </Link>
      }
    >
      <ul className="rows">
        {approvals.map(({ spender, value, token_id: token }) => {
          const asset = findAsset(dict, chain, token);
          const target = assetPage(asset);
          const name = <bdi className="foreign">{asset.name}</bdi>;
          return (
            <li key={`${spender} ${token}`}>
              <AddressLink address={spender} isMarked />
              <span>
                {value === 0 ? "may no longer move " : `may move ${extentOf(asset.kind, value)}`}
                {target === undefined ? name : <Link {...target}>{name}</Link>}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** How much of it, with a space after it. */
function extentOf(kind: string, value: number): string {
  if (kind === "nft") return "";
  if (kind === "collection") return "all ";
  return isUnlimited(value) ? "unlimited " : `${formatAmountText(value)} `;
}
