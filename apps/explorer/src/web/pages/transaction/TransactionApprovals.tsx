import type { UserHistory } from "@portico/client";
import { Card } from "@portico/ui";
import { Link } from "@tanstack/react-router";
import { Message } from "../../languages/Message.tsx";
import { t } from "../../languages/t.ts";
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
      title={t("shell.approvals")}
      actions={
        <Link to="/address/$address/approvals" params={{ address: owner }} search={{ chain }} className="button small">
          {t("transaction.allApprovals")}
        </Link>
      }
    >
      <ul className="rows">
        {approvals.map(({ spender, value, token_id: token }) => {
          const asset = findAsset(dict, chain, token);
          const target = assetPage(asset);
          const name = <bdi className="foreign">{asset.name}</bdi>;
          const params = { asset: target === undefined ? name : <Link {...target}>{name}</Link> };
          return (
            <li key={`${spender} ${token}`}>
              <AddressLink address={spender} isMarked />
              <span>
                {hasAmount(asset.kind, value) ? (
                  <Message id="transaction.mayMoveAmount" params={{ ...params, amount: formatAmountText(value) }} />
                ) : (
                  <Message id={extentOf(asset.kind, value)} params={params} />
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

const isCounted = (kind: string): boolean => kind !== "nft" && kind !== "collection";

const hasAmount = (kind: string, value: number): boolean => value !== 0 && isCounted(kind) && !isUnlimited(value);

/** How much of it, if not an amount. */
function extentOf(kind: string, value: number) {
  if (value === 0) return "transaction.mayNoLonger";
  if (kind === "nft") return "transaction.mayMove";
  return kind === "collection" ? "transaction.mayMoveAll" : "transaction.mayMoveUnlimited";
}
