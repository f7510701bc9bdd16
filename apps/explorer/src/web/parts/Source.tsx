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
import { t } from "../languages/t.ts";

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
        aria-label={t("parts.source", { label: props.label })}
        aria-haspopup="dialog"
        title={t("parts.sourceOfThis")}
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
    <Dialog title={t("parts.source", { label })} close={close}>
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
  <div className="table-frame" role="region" aria-label={t("parts.blocks")} tabIndex={0}>
    <table>
      <caption className="unseen">{t("parts.blockOfEach")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("parts.chain")}</th>
          <th scope="col">{t("parts.readAt")}</th>
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
          <span className="quiet">{t("parts.notInFigure", { reason: gap })}</span>
        )}
        {reported.missingProtocols.length > 0 && (
          <p className="quiet small">{t("parts.missing", { protocols: reported.missingProtocols.join(", ") })}</p>
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
      {block !== undefined && <p className="number">{t("parts.block", { block })}</p>}
      {timeAt !== undefined && (
        <p className="quiet small">
          <time dateTime={new Date(timeAt * 1000).toISOString()}>{formatTimestamp(timeAt)}</time>
        </p>
      )}
      {positionsBlock !== undefined && (
        <p className="quiet small">{t("parts.positionsBlock", { block: positionsBlock })}</p>
      )}
      {coverage !== undefined && <p className="quiet small">{coverage}</p>}
      {coverage === undefined && sinceBlock !== undefined && (
        <p className="quiet small">{t("parts.indexedSince", { block: sinceBlock })}</p>
      )}
    </>
  );
}

const PriceList = ({
  prices,
  blockTimeAt,
}: {
  readonly prices: readonly SourcePrice[];
  readonly blockTimeAt: number | undefined;
}) => (
  <div>
    <h3>{t("parts.prices")}</h3>
    <ul>
      {prices.map((one) => (
        <li key={one.symbol}>
          <bdi>{plainText(one.symbol, 16)}</bdi>: {priceLine(one, blockTimeAt)}
        </li>
      ))}
    </ul>
    <p className="quiet small">{t("parts.pricesHow")}</p>
  </div>
);

function priceLine({ price, priceAt }: SourcePrice, blockTimeAt: number | undefined): string {
  if (price === 0) return t("parts.withoutPrice");
  if (typeof priceAt !== "number") return t("parts.perToken", { price: formatValue(price) });
  const age = formatPriceAge(priceAt, blockTimeAt);
  const line = t("parts.perTokenAsOf", { price: formatValue(price), time: formatTimestamp(priceAt) });
  return age === undefined ? line : t("parts.withAge", { line, age });
}
