import { formatAmount } from "@portico/client";
import { t } from "../../languages/t.ts";
import { formatValue } from "../../currency/formatValue.ts";
import { Link } from "@tanstack/react-router";
import { Card } from "@portico/ui";
import { formatCount, formatTimestamp, plainText, uiLocale } from "@portico/ui/browser";
import type { TransactionFacts } from "../../../facts.ts";
import { useChains } from "../../api/useChains.ts";
import { AddressLink } from "../../parts/AddressLink.tsx";
import { DetailRow } from "../../parts/DetailRow.tsx";
import { blockPage, protocolPage } from "../../parts/subjectPaths.ts";
import type { HistoryEvent } from "../history/listEvents.ts";

interface TransactionDetailsProps {
  readonly facts: TransactionFacts;
  readonly event: HistoryEvent | undefined;
}

/** Sources of protocols of which nothing but names is known. */
const NAMES_ONLY = new Set(["table", "operator", "call"]);
const COIN_DECIMALS = 18;
const GWEI_DECIMALS = 9;

/** A transaction's place, parties and costs. */
export function TransactionDetails({ facts, event }: TransactionDetailsProps) {
  const chain = useChains().get(facts.chain);
  const coin = chain?.symbol ?? "";
  const { raw_value: value, raw_fee: fee, gas_used: gas } = facts;
  const usdFee = event?.item.tx.usd_gas_fee ?? 0;
  const protocols = event?.item.protocols ?? [];
  return (
    <Card title={t("transaction.details")}>
      <dl className="facts">
        <DetailRow name={t("shell.kindBlock")}>
          <Link {...blockPage(facts.chain, facts.block_height)}>{formatCount(facts.block_height)}</Link>
          <span className="quiet"> · {t("transaction.position", { index: facts.tx_index })}</span>
        </DetailRow>
        <DetailRow name={t("transaction.time")}>{formatTimestamp(facts.time_at)}</DetailRow>
        <DetailRow name={t("transaction.from")}>
          {facts.from_addr === null ? t("parts.notKnown") : <AddressLink address={facts.from_addr} isMarked />}
        </DetailRow>
        <DetailRow name={t("transaction.to")}>
          {facts.to_addr === null ? t("transaction.createdContract") : <AddressLink address={facts.to_addr} isMarked />}
        </DetailRow>
        {protocols.length > 0 && (
          <DetailRow name={t("shell.kindProtocol")}>
            {protocols.map(({ id, name, source }, index) => (
              <span key={id}>
                {index > 0 && ", "}
                {NAMES_ONLY.has(source) ? plainText(name) : <Link {...protocolPage(id)}>{plainText(name)}</Link>}
              </span>
            ))}
          </DetailRow>
        )}
        {value !== null && value !== "0" && (
          <DetailRow name={t("overview.value")}>
            <span className="number">
              {coins(value)} {coin}
            </span>
          </DetailRow>
        )}
        <DetailRow name={t("transaction.fee")}>
          {fee === null ? (
            t("parts.notKnown")
          ) : (
            <>
              <span className="number">
                {coins(fee)} {coin}
              </span>
              {usdFee > 0 && (
                <span className="quiet"> {t("transaction.atThatTime", { value: formatValue(usdFee) })}</span>
              )}
            </>
          )}
        </DetailRow>
        {gas !== null && (
          <DetailRow name={t("transaction.gasUsed")}>
            {formatCount(Number(gas))}
            {fee !== null && gas !== "0" && (
              <span className="quiet">
                {" "}
                {t("transaction.gasAt", { price: short(BigInt(fee) / BigInt(gas), GWEI_DECIMALS) })}
              </span>
            )}
          </DetailRow>
        )}
        {facts.nonce !== null && (
          <DetailRow name={t("transaction.nonce")}>{formatCount(Number(facts.nonce))}</DetailRow>
        )}
      </dl>
    </Card>
  );
}

const short = (raw: bigint, decimals: number): string => formatAmount(raw, decimals, { digits: 8, locale: uiLocale() });
const coins = (raw: string): string => short(BigInt(raw), COIN_DECIMALS);
