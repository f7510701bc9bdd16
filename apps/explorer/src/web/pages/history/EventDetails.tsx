import type { HistoryCounterpart } from "@portico/client";
import { formatValue } from "../../currency/formatValue.ts";
import { Link } from "@tanstack/react-router";
import { Copyable } from "@portico/ui";
import { formatTimestamp, plainText } from "@portico/ui/browser";
import { useChainName, useChains } from "../../api/useChains.ts";
import { formatAmountText } from "../../parts/formatAmountText.ts";
import { ExplorerLink } from "../../parts/ExplorerLink.tsx";
import { DetailRow } from "../../parts/DetailRow.tsx";
import { blockPage } from "../../parts/subjectPaths.ts";
import type { HistoryEvent } from "./listEvents.ts";
import { Message } from "../../languages/Message.tsx";
import { t } from "../../languages/t.ts";

/** All details of a transaction in the response. */
export function EventDetails({ event }: { readonly event: HistoryEvent }) {
  const { item, flows } = event;
  const chain = useChains().get(item.chain);
  const { tx } = item;
  const feeOf = (fee: number): string => `${formatAmountText(fee)} ${chain?.symbol ?? ""}`;
  return (
    <dl className="facts event-details">
      <DetailRow name={t("history.transaction")}>
        <Copyable name={t("history.transactionHash")} value={item.id} />
        <ExplorerLink chain={item.chain} kind="tx" id={item.id} />
      </DetailRow>
      <DetailRow name={t("history.mined")}>
        <Mined item={item} chain={chain?.name ?? item.chain} />
      </DetailRow>
      {item.counterpart?.id != null && <OtherSide counterpart={item.counterpart} id={item.counterpart.id} />}
      {tx.from_addr !== "" && (
        <DetailRow name={t("history.sentBy")}>
          <AddressLink address={tx.from_addr} />
        </DetailRow>
      )}
      {tx.to_addr !== "" && (
        <DetailRow name={t("history.to")}>
          <AddressLink address={tx.to_addr} />
        </DetailRow>
      )}
      {tx.name !== "" && (
        <DetailRow name={t("history.calledName")}>{<Call name={tx.name} params={tx.params} />}</DetailRow>
      )}
      {tx.eth_gas_fee > 0 && (
        <DetailRow name={t("history.gasFee")}>
          {tx.usd_gas_fee > 0
            ? t("history.feePaid", { fee: feeOf(tx.eth_gas_fee), value: formatValue(tx.usd_gas_fee) })
            : t("history.feePaidUnpriced", { fee: feeOf(tx.eth_gas_fee) })}
        </DetailRow>
      )}
      {[...flows.in, ...flows.out].some(({ asset }) => asset.contract !== "") && (
        <DetailRow name={t("history.contracts")}>
          <Contracts event={event} />
        </DetailRow>
      )}
      {typeof item.message === "string" && (
        <DetailRow name={t("history.message")}>
          <blockquote>
            <bdi>{plainText(item.message, 500)}</bdi>
          </blockquote>
          <p className="hint">{t("history.messageHint")}</p>
        </DetailRow>
      )}
    </dl>
  );
}

function Mined({ item, chain }: { readonly item: HistoryEvent["item"]; readonly chain: string }) {
  const { block_height: number, time_at: timeAt } = item;
  const params = { time: formatTimestamp(timeAt), chain };
  return number === undefined ? (
    t("history.minedAt", params)
  ) : (
    <Message
      id="history.minedAtBlock"
      params={{ ...params, number }}
      tags={{ block: <Link {...blockPage(item.chain, number)} /> }}
    />
  );
}

interface OtherSideProps {
  readonly counterpart: HistoryCounterpart;
  /** Its hash. */
  readonly id: string;
}

/** The other side of a transfer between chains. */
function OtherSide({ counterpart: { chain, proof }, id }: OtherSideProps) {
  return (
    <DetailRow name={t("history.onChain", { chain: useChainName(chain) })}>
      <Copyable name={t("history.otherHash")} value={id} />
      <ExplorerLink chain={chain} kind="tx" id={id} />
      {proof === "match" && <p className="hint">{t("history.matched")}</p>}
    </DetailRow>
  );
}

const AddressLink = ({ address }: { readonly address: string }) => (
  <Link to="/address/$address" params={{ address }} search={{}} className="mono">
    {address}
  </Link>
);

const PARAMS = 12;

const Call = ({ name, params }: { readonly name: string; readonly params: readonly string[] }) => (
  <>
    <bdi className="mono">{plainText(name)}</bdi>
    {params.length > 0 && (
      <ol className="call-params">
        {params.slice(0, PARAMS).map((param, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- arguments are identified by their position
          <li key={index}>
            <bdi className="mono">{plainText(param, 120)}</bdi>
          </li>
        ))}
      </ol>
    )}
  </>
);

/** The contract behind each name: names can be anything, the address can't. */
function Contracts({ event: { flows } }: { readonly event: HistoryEvent }) {
  const assets = new Map([...flows.in, ...flows.out].map(({ asset }) => [asset.contract, asset]));
  return (
    <ul>
      {[...assets.values()]
        .filter(({ contract }) => contract !== "")
        .map(({ contract, name, isVerified }) => (
          <li key={contract}>
            <bdi className="foreign wide">{name}</bdi> <span className="mono">{contract}</span>
            {!isVerified && <span className="quiet"> {t("history.notTrusted")}</span>}
          </li>
        ))}
    </ul>
  );
}
