import { formatAmount, type ResultMeta, type UserToken } from "@portico/client";
import { formatValue } from "../../currency/formatValue.ts";
import { Copyable, Dialog, Timestamp } from "@portico/ui";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { plainText, uiLocale } from "@portico/ui/browser";
import { formatAmountText } from "../../parts/formatAmountText.ts";
import { ChainBadge } from "../../parts/ChainBadge.tsx";
import { ExplorerLink } from "../../parts/ExplorerLink.tsx";
import { DetailRow } from "../../parts/DetailRow.tsx";
import { Source } from "../../parts/Source.tsx";
import { tokenPage } from "../../parts/subjectPaths.ts";
import { TokenWarning } from "./TokenWarning.tsx";
import { Message } from "../../languages/Message.tsx";
import { t } from "../../languages/t.ts";

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
      title={plainText(symbol, 24) || t("tokens.noSymbol")}
      lead={<bdi>{plainText(name ?? "", 120)}</bdi>}
      close={close}
    >
      <dl className="facts">
        <DetailRow name={t("tokens.exactAmount")}>
          <span className="mono">{formatAmount(rawAmount, decimals ?? 0, { locale: uiLocale() })}</span>
        </DetailRow>
        <DetailRow name={t("tokens.baseUnits")}>
          <Copyable name={t("tokens.rawAmount")} value={rawAmount.toString()} />
        </DetailRow>
        <DetailRow name={t("tokens.decimals")}>{decimals ?? t("tokens.noDecimals")}</DetailRow>
        <DetailRow name={t("parts.chain")}>
          <ChainBadge chain={chain} />
        </DetailRow>
        <DetailRow name={id.startsWith("0x") ? t("tokens.contract") : t("tokens.kind")}>
          {id.startsWith("0x") ? (
            <>
              <Copyable name={t("tokens.contractAddress")} value={id} />
              <ExplorerLink chain={chain} kind="token" id={id} />
            </>
          ) : (
            t("tokens.nativeCoin")
          )}
        </DetailRow>
        <DetailRow name={t("tokens.price")}>
          {price === 0 ? t("parts.notKnown") : formatValue(price)}
          {price > 0 && typeof token.price_at === "number" && (
            <span className="quiet">
              <Message id="tokens.lastObserved" params={{ time: <Timestamp timeAt={token.price_at} /> }} />
            </span>
          )}
        </DetailRow>
        <DetailRow name={t("tokens.value")}>
          {price === 0 ? t("parts.notKnown") : formatValue(token.usd_value ?? 0)}{" "}
          <Source
            label={t("tokens.thisValue")}
            meta={meta}
            chain={chain}
            how={<p>{t("tokens.valueHow")}</p>}
            prices={[{ symbol, price, priceAt: token.price_at }]}
          />
        </DetailRow>
        <Suspense>
          <ProfitFacts token={token} />
        </Suspense>
        {typeof token.total_supply === "number" && (
          <DetailRow name={t("tokens.totalSupply")}>{formatAmountText(token.total_supply)}</DetailRow>
        )}
        {token.time_at > 0 && (
          <DetailRow name={t("tokens.deployed")}>
            <Timestamp timeAt={token.time_at} />
          </DetailRow>
        )}
        <DetailRow name={t("tokens.standing")}>
          {token.is_verified && token.is_scam !== true && token.is_suspicious !== true ? (
            t("tokens.trusted")
          ) : (
            <TokenWarning token={token} />
          )}
        </DetailRow>
      </dl>
      <p className="later">
        <Link {...tokenPage(chain, id)} className="button">
          {t("tokens.toPage")}
        </Link>
      </p>
    </Dialog>
  );
}
