import { formatValue } from "../currency/formatValue.ts";
import { Info } from "lucide-react";
import { type ReactNode, useState } from "react";
import { createPortal } from "react-dom";
import { Dialog } from "@portico/ui";
import { formatTimestamp, plainText } from "@portico/ui/browser";
import { useChains } from "../api/useChains.ts";
import { coverageOf } from "./coverageOf.ts";
import { gapOf, formatPriceAge, type SourceChain, type SourcePrice, reportedChains } from "./sourceLines.ts";
import "../style/source.css";

interface SourceProps {
  /** The figure's name on the page: "Net worth". */
  readonly label: string;
  /** Of the response with the figure. */
  readonly meta: { readonly chains: readonly SourceChain[] };
  /** The figure's only chain; all of the response if absent. */
  readonly chain?: string | undefined;
  /** How it is calculated, in sentences. */
  readonly how: ReactNode;
  readonly prices?: readonly SourcePrice[];
}

/** A button beside a figure that shows its source. */
export function Source(props: SourceProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="source-button"
        aria-label={`Where ${props.label} comes from`}
        aria-haspopup="dialog"
        title="Where this comes from"
        onClick={() => setIsOpen(true)}
      >
        <Info size={14} aria-hidden />
      </button>
      {isOpen && createPortal(<SourceDialog {...props} close={() => setIsOpen(false)} />, document.body)}
    </>
  );
}

function SourceDialog({ label, meta, chain, how, prices = [], close }: SourceProps & { readonly close: () => void }) {
  const chains = reportedChains(meta.chains, chain);
  const first = chains.find(({ timeAt }) => timeAt !== undefined);
  return (
    <Dialog title={`Where ${label} comes from`} close={close}>
      <div className="source-dialog">
        <div>{how}</div>
        {chains.length > 0 && <ChainTable chains={chains} />}
        {prices.length > 0 && (
          <PriceList prices={prices} blockTimeAt={chains.length === 1 ? first?.timeAt : undefined} />
        )}
      </div>
    </Dialog>
  );
}

const ChainTable = ({ chains }: { readonly chains: readonly SourceChain[] }) => (
  <div className="table-frame" role="region" aria-label="Blocks" tabIndex={0}>
    <table>
      <caption className="unseen">The block of each chain that this was read at</caption>
      <thead>
        <tr>
          <th scope="col">Chain</th>
          <th scope="col">Read at</th>
        </tr>
      </thead>
      <tbody>
        {chains.map((one) => (
          <ChainRow key={one.chain} reported={one} />
        ))}
      </tbody>
    </table>
  </div>
);

function ChainRow({ reported }: { readonly reported: SourceChain }) {
  const name = useChains().get(reported.chain)?.name ?? reported.chain;
  const gap = gapOf(reported);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        {gap === undefined ? (
          <BlockLines reported={reported} />
        ) : (
          <span className="quiet">Not in the figure: {gap}</span>
        )}
        {reported.missingProtocols.length > 0 && (
          <p className="quiet small">Missing: {reported.missingProtocols.join(", ")}</p>
        )}
      </td>
    </tr>
  );
}

function BlockLines({ reported }: { readonly reported: SourceChain }) {
  const { block, timeAt, sinceBlock, positionsBlock } = reported;
  const coverage = coverageOf(reported);
  return (
    <>
      {block !== undefined && <p className="number">Block {count(block)}</p>}
      {timeAt !== undefined && (
        <p className="quiet small">
          <time dateTime={new Date(timeAt * 1000).toISOString()}>{formatTimestamp(timeAt)}</time>
        </p>
      )}
      {positionsBlock !== undefined && (
        <p className="quiet small">Positions as of the older block {count(positionsBlock)}</p>
      )}
      {coverage !== undefined && <p className="quiet small">{coverage}</p>}
      {coverage === undefined && sinceBlock !== undefined && (
        <p className="quiet small">Logs are indexed from block {count(sinceBlock)} on: older data is unknown</p>
      )}
    </>
  );
}

const count = (block: number): string => block.toLocaleString("en");

const PriceList = ({
  prices,
  blockTimeAt,
}: {
  readonly prices: readonly SourcePrice[];
  readonly blockTimeAt: number | undefined;
}) => (
  <div>
    <h3>Prices</h3>
    <ul>
      {prices.map((one) => (
        <li key={one.symbol}>
          <bdi>{plainText(one.symbol, 16)}</bdi>: {priceLine(one, blockTimeAt)}
        </li>
      ))}
    </ul>
    <p className="quiet small">Prices are read on chain, from price feeds and the trades of pools.</p>
  </div>
);

function priceLine({ price, priceAt }: SourcePrice, blockTimeAt: number | undefined): string {
  if (price === 0) return "no known price";
  if (typeof priceAt !== "number") return `${formatValue(price)} per token`;
  const age = formatPriceAge(priceAt, blockTimeAt);
  return `${formatValue(price)} per token, as of ${formatTimestamp(priceAt)}${age === undefined ? "" : `, ${age}`}`;
}
