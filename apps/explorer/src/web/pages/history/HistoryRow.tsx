import { perLocale } from "@portico/ui/browser";
import { formatValue } from "../../currency/formatValue.ts";
import { Link } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { Badge } from "@portico/ui";
import { formatAmountText } from "../../parts/formatAmountText.ts";
import { ChainBadge } from "../../parts/ChainBadge.tsx";
import { transactionPage } from "../../parts/subjectPaths.ts";
import { eventIcon } from "./eventIcon.ts";
import { EventDetails } from "./EventDetails.tsx";
import type { Flow } from "./flows.ts";
import type { HistoryEvent } from "./listEvents.ts";
import { sentenceText } from "./piece.ts";
import { Sentence } from "./Sentence.tsx";
import { t } from "../../languages/t.ts";

/** One transaction: a sentence, its time and chain, and details on demand. */
export function HistoryRow({ event, owner }: { readonly event: HistoryEvent; readonly owner: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const { item, pieces, flows, isFailed, isSpam } = event;
  const Icon = eventIcon(event);
  return (
    <li className={`event${isFailed ? " failed" : ""}${isSpam ? " spam" : ""}`}>
      <span className="event-icon" aria-hidden>
        <Icon size={18} />
      </span>
      <div className="event-text">
        <p>
          {isSpam && <Badge tone="caution">{t("history.spam")}</Badge>} <Sentence pieces={pieces} />
        </p>
        <p className="event-facts">
          <Link {...transactionPage(item.chain, item.id, item.tx.from_addr === owner ? undefined : owner)}>
            <time dateTime={new Date(item.time_at * 1000).toISOString()}>{formatClock(item.time_at)}</time>
            <span className="unseen">{t("history.itsPage")}</span>
          </Link>
          <ChainBadge chain={item.chain} />
          {isFailed && <Badge tone="bad">{t("history.failedBadge")}</Badge>}
          {item.tx.from_addr === owner && item.tx.usd_gas_fee > 0 && (
            <span className="number">{t("history.fee", { value: formatValue(item.tx.usd_gas_fee) })}</span>
          )}
          <button
            type="button"
            className="event-toggle"
            aria-label={t("history.detailsOf", { sentence: sentenceText(pieces) })}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t("history.details")}
            <ChevronDown size={13} aria-hidden />
          </button>
        </p>
      </div>
      <Changes flows={flows} />
      {isOpen && (
        <div className="event-more" id={id}>
          <EventDetails event={event} />
        </div>
      )}
    </li>
  );
}

const CLOCK = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
);
const formatClock = (timeAt: number): string => CLOCK().format(timeAt * 1000);

const SHOWN = 3;

/** The amounts of the sentence, for a quick overview; hidden from screen readers, which have read the sentence. */
function Changes({ flows }: { readonly flows: HistoryEvent["flows"] }) {
  const all = [...flows.in.map((flow) => ["+", flow] as const), ...flows.out.map((flow) => ["−", flow] as const)];
  if (all.length === 0) return null;
  return (
    <ul className="event-changes" aria-hidden>
      {all.slice(0, SHOWN).map(([sign, flow]) => (
        <li key={`${sign} ${flow.asset.id}`} className={sign === "+" ? "granted" : ""}>
          <bdi dir="ltr">
            {sign}
            {formatFlow(flow)} <bdi>{flow.asset.name}</bdi>
          </bdi>
        </li>
      ))}
      {all.length > SHOWN && <li className="quiet">{t("history.moreThings", { count: all.length - SHOWN })}</li>}
    </ul>
  );
}

const formatFlow = ({ asset, amount }: Flow): string =>
  asset.kind === "nft" && amount === 1 ? "" : formatAmountText(amount);
