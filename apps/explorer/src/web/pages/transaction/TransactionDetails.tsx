import { formatAmount } from "@portico/client";
import { formatValue } from "../../currency/formatValue.ts";
import { Link } from "@tanstack/react-router";
import { Card } from "@portico/ui";
import { formatTimestamp, plainText } from "@portico/ui/browser";
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
    <Card title="Details">
      <dl className="facts">
        <DetailRow name="Block">
          <Link {...blockPage(facts.chain, facts.block_height)}>{facts.block_height.toLocaleString("en")}</Link>
          <span className="quiet"> · position {facts.tx_index.toLocaleString("en")}</span>
        </DetailRow>
        <DetailRow name="Time">{formatTimestamp(facts.time_at)}</DetailRow>
        <DetailRow name="From">
          {facts.from_addr === null ? "Not known" : <AddressLink address={facts.from_addr} isMarked />}
        </DetailRow>
        <DetailRow name="To">
          {facts.to_addr === null ? "Created a contract" : <AddressLink address={facts.to_addr} isMarked />}
        </DetailRow>
        {protocols.length > 0 && (
          <DetailRow name="Protocol">
            {protocols.map(({ id, name, source }, index) => (
              <span key={id}>
                {index > 0 && ", "}
                {NAMES_ONLY.has(source) ? plainText(name) : <Link {...protocolPage(id)}>{plainText(name)}</Link>}
              </span>
            ))}
          </DetailRow>
        )}
        {value !== null && value !== "0" && (
          <DetailRow name="Value">
            {coins(value)} {coin}
          </DetailRow>
        )}
        <DetailRow name="Fee">
          {fee === null ? (
            "Not known"
          ) : (
            <>
              {coins(fee)} {coin}
              {usdFee > 0 && <span className="quiet"> ({formatValue(usdFee)} at that time)</span>}
            </>
          )}
        </DetailRow>
        {gas !== null && (
          <DetailRow name="Gas used">
            {Number(gas).toLocaleString("en")}
            {fee !== null && gas !== "0" && (
              <span className="quiet"> at {formatAmount(BigInt(fee) / BigInt(gas), GWEI_DECIMALS, SHORT)} gwei</span>
            )}
          </DetailRow>
        )}
        {facts.nonce !== null && <DetailRow name="Nonce">{Number(facts.nonce).toLocaleString("en")}</DetailRow>}
      </dl>
    </Card>
  );
}

const SHORT = { digits: 8, locale: "en" } as const;
const coins = (raw: string): string => formatAmount(BigInt(raw), COIN_DECIMALS, SHORT);
