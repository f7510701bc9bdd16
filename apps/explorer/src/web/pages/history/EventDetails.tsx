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

/** All details of a transaction in the response. */
export function EventDetails({ event }: { readonly event: HistoryEvent }) {
  const { item, flows } = event;
  const chain = useChains().get(item.chain);
  const { tx } = item;
  return (
    <dl className="facts event-details">
      <DetailRow name="Transaction">
        <Copyable name="transaction hash" value={item.id} />
        <ExplorerLink chain={item.chain} kind="tx" id={item.id} />
      </DetailRow>
      <DetailRow name="Mined">
        {formatTimestamp(item.time_at)}, {chain?.name ?? item.chain}
        {item.block_height !== undefined && (
          <>
            {" "}
            <Link {...blockPage(item.chain, item.block_height)}>block {item.block_height.toLocaleString("en")}</Link>
          </>
        )}
      </DetailRow>
      {item.counterpart?.id != null && <OtherSide counterpart={item.counterpart} id={item.counterpart.id} />}
      {tx.from_addr !== "" && (
        <DetailRow name="Sent by">
          <AddressLink address={tx.from_addr} />
        </DetailRow>
      )}
      {tx.to_addr !== "" && (
        <DetailRow name="To">
          <AddressLink address={tx.to_addr} />
        </DetailRow>
      )}
      {tx.name !== "" && <DetailRow name="Called">{<Call name={tx.name} params={tx.params} />}</DetailRow>}
      {tx.eth_gas_fee > 0 && (
        <DetailRow name="Gas fee">
          {formatAmountText(tx.eth_gas_fee)} {chain?.symbol ?? ""}
          {tx.usd_gas_fee > 0 ? ` (${formatValue(tx.usd_gas_fee)} at that time)` : " (no known price at that time)"},
          paid by the sender
        </DetailRow>
      )}
      {[...flows.in, ...flows.out].some(({ asset }) => asset.contract !== "") && (
        <DetailRow name="Contracts">
          <Contracts event={event} />
        </DetailRow>
      )}
      {typeof item.message === "string" && (
        <DetailRow name="Message">
          <blockquote>
            <bdi>{plainText(item.message, 500)}</bdi>
          </blockquote>
          <p className="hint">Written by the sender. Its content is not verified.</p>
        </DetailRow>
      )}
    </dl>
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
    <DetailRow name={`On ${useChainName(chain)}`}>
      <Copyable name="hash of the other transaction" value={id} />
      <ExplorerLink chain={chain} kind="tx" id={id} />
      {proof === "match" && <p className="hint">The only transaction that fits by bridge, amount and time.</p>}
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
            {!isVerified && <span className="quiet"> (not on a trusted token list)</span>}
          </li>
        ))}
    </ul>
  );
}
