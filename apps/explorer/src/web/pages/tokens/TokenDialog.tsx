import { formatAmount, type ResultMeta, type UserToken } from "@portico/client";
import { formatValue } from "../../currency/formatValue.ts";
import { Copyable, Dialog, Timestamp } from "@portico/ui";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { plainText } from "@portico/ui/browser";
import { formatAmountText } from "../../parts/formatAmountText.ts";
import { ChainBadge } from "../../parts/ChainBadge.tsx";
import { ExplorerLink } from "../../parts/ExplorerLink.tsx";
import { DetailRow } from "../../parts/DetailRow.tsx";
import { Source } from "../../parts/Source.tsx";
import { tokenPage } from "../../parts/subjectPaths.ts";
import { TokenWarning } from "./TokenWarning.tsx";

const ProfitFacts = lazy(async () => ({ default: (await import("./ProfitFacts.tsx")).ProfitFacts }));

interface TokenDialogProps {
  readonly token: UserToken;
  readonly meta: ResultMeta;
  readonly close: () => void;
}

/** All details of a token and its balance, to the last digit. */
export function TokenDialog({ token, meta, close }: TokenDialogProps) {
  const { id, chain, optimized_symbol: symbol, decimals, name, price, raw_amount: rawAmount } = token;
  return (
    <Dialog
      title={plainText(symbol, 24) || "Token without a symbol"}
      lead={<bdi>{plainText(name ?? "", 120)}</bdi>}
      close={close}
    >
      <dl className="facts">
        <DetailRow name="Exact amount">
          <span className="mono">{formatAmount(rawAmount, decimals ?? 0, { locale: "en" })}</span>
        </DetailRow>
        <DetailRow name="In base units">
          <Copyable name="the raw amount" value={rawAmount.toString()} />
        </DetailRow>
        <DetailRow name="Decimals">{decimals ?? "The contract defines none"}</DetailRow>
        <DetailRow name="Chain">
          <ChainBadge chain={chain} />
        </DetailRow>
        <DetailRow name={id.startsWith("0x") ? "Contract" : "Kind"}>
          {id.startsWith("0x") ? (
            <>
              <Copyable name="the contract's address" value={id} />
              <ExplorerLink chain={chain} kind="token" id={id} />
            </>
          ) : (
            "The chain's native coin"
          )}
        </DetailRow>
        <DetailRow name="Price">
          {price === 0 ? "Not known" : formatValue(price)}
          {price > 0 && typeof token.price_at === "number" && (
            <span className="quiet">
              , last observed on chain <Timestamp timeAt={token.price_at} />
            </span>
          )}
        </DetailRow>
        <DetailRow name="Value">
          {price === 0 ? "Not known" : formatValue(token.usd_value ?? 0)}{" "}
          <Source
            label="this value"
            meta={meta}
            chain={chain}
            how={<p>The balance read from the token’s contract, times the price.</p>}
            prices={[{ symbol, price, priceAt: token.price_at }]}
          />
        </DetailRow>
        <Suspense>
          <ProfitFacts token={token} />
        </Suspense>
        {typeof token.total_supply === "number" && (
          <DetailRow name="Total supply">{formatAmountText(token.total_supply)}</DetailRow>
        )}
        {token.time_at > 0 && (
          <DetailRow name="Deployed">
            <Timestamp timeAt={token.time_at} />
          </DetailRow>
        )}
        <DetailRow name="Standing">
          {token.is_verified && token.is_scam !== true && token.is_suspicious !== true ? (
            "On a token list that the operator trusts"
          ) : (
            <TokenWarning token={token} />
          )}
        </DetailRow>
      </dl>
      <p className="later">
        <Link {...tokenPage(chain, id)} className="button">
          Price, holders and risks
        </Link>
      </p>
    </Dialog>
  );
}
