import { useParams, useSearch } from "@tanstack/react-router";
import { ArrowLeftRight } from "lucide-react";
import { useState } from "react";
import { shortAddress } from "@portico/client";
import { Badge, Card, Timestamp } from "@portico/ui";
import { t } from "../languages/t.ts";
import type { TransactionFacts } from "../../facts.ts";
import { useTransaction } from "../api/facts.ts";
import { ChainBadge } from "../parts/ChainBadge.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import { ExplorerLink } from "../parts/ExplorerLink.tsx";
import { FailureNote } from "../parts/FailureNote.tsx";
import { Skeleton } from "../parts/Skeleton.tsx";
import { useRecent } from "../shell/recentSubjects.ts";
import { MissingSubject } from "./subject/MissingSubject.tsx";
import { SubjectHead } from "./subject/SubjectHead.tsx";
import { eventIcon } from "./history/eventIcon.ts";
import type { HistoryEvent } from "./history/listEvents.ts";
import { sentenceText } from "./history/piece.ts";
import { PartyMoves } from "./transaction/PartyMoves.tsx";
import { partiesOf } from "./transaction/partiesOf.ts";
import { TransactionApprovals } from "./transaction/TransactionApprovals.tsx";
import { TransactionData } from "./transaction/TransactionData.tsx";
import { TransactionDetails } from "./transaction/TransactionDetails.tsx";
import { readTransactionSearch } from "./transaction/transactionSearch.ts";
import { usePartyEvent } from "./transaction/usePartyEvent.ts";

/** One transaction: what it did, to whom, and what it cost. */
export function TransactionPage() {
  const { chain = "", hash: given = "" } = useParams({ strict: false });
  const hash = given.toLowerCase();
  const { data: facts, error, isFetching, refetch } = useTransaction(chain, hash);
  if (facts === null) {
    const elsewhere = { chain, kind: "tx", id: hash } as const;
    return <MissingSubject title={t("transaction.noSuch")} text={t("transaction.noSuchText")} elsewhere={elsewhere} />;
  }
  if (facts === undefined && error !== null) return <FailureNote error={error} retry={refetch} isBusy={isFetching} />;
  if (facts === undefined) return <Skeleton label={t("transaction.loading")} look="cards" rows={4} />;
  return <Transaction key={hash} facts={facts} />;
}

function Transaction({ facts }: { readonly facts: TransactionFacts }) {
  const { of = facts.from_addr ?? undefined } = readTransactionSearch(useSearch({ strict: false }));
  const [others, setOthers] = useState<readonly string[]>([]);
  const { query, event, page } = usePartyEvent(facts, of);
  const shown = [...new Set([of, ...others])].flatMap((party) => party ?? []);
  const parties = partiesOf(facts, event).filter((party) => !shown.includes(party));
  const title =
    event === undefined ? t("transaction.title", { hash: shortAddress(facts.id) }) : sentenceText(event.pieces);
  useRecent({ kind: "transaction", path: `/tx/${facts.chain}/${facts.id}`, label: title });
  // as a whole: the sentence that is its title would move what is below it
  if (query.isLoading) return <Skeleton label={t("transaction.loading")} look="cards" rows={4} />;
  return (
    <>
      <Head facts={facts} title={title} event={event} />
      <div className="subject-body">
        <div className="subject-column">
          {shown.map((party) => (
            <PartyMoves key={party} facts={facts} party={party} />
          ))}
          {parties.length > 0 && (
            <Card title={t("transaction.others")} lead={t("transaction.othersLead")}>
              <div className="party-choice">
                {parties.map((party) => (
                  <button
                    key={party}
                    type="button"
                    className="button small"
                    onClick={() => setOthers([...others, party])}
                  >
                    <span className="mono">{shortAddress(party)}</span>
                  </button>
                ))}
              </div>
            </Card>
          )}
          {event !== undefined && of !== undefined && (
            <TransactionApprovals event={event} owner={of} dict={page?.token_dict ?? {}} />
          )}
        </div>
        <div className="subject-column">
          <TransactionDetails facts={facts} event={event} />
          <TransactionData facts={facts} event={event} />
        </div>
      </div>
    </>
  );
}

interface HeadProps {
  readonly facts: TransactionFacts;
  readonly title: string;
  readonly event: HistoryEvent | undefined;
}

function Head({ facts: { chain, id, status, time_at: timeAt }, title, event }: HeadProps) {
  const Icon = event === undefined ? ArrowLeftRight : eventIcon(event);
  return (
    <SubjectHead
      title={title}
      tab={event === undefined ? title : `${title} · ${shortAddress(id)}`}
      picture={
        <span className={status === 0 ? "subject-icon failed" : "subject-icon"} aria-hidden>
          <Icon size={24} />
        </span>
      }
      marks={
        <>
          {status === 1 && <Badge tone="good">{t("transaction.succeeded")}</Badge>}
          {status === 0 && <Badge tone="bad">{t("transaction.failed")}</Badge>}
          {event?.isSpam === true && <Badge tone="caution">{t("transaction.spam")}</Badge>}
        </>
      }
      lead={
        <>
          <ChainBadge chain={chain} />
          <Timestamp timeAt={timeAt} />
          <span className="subject-id">
            <code title={id}>{shortAddress(id)}</code>
            <CopyButton value={id} name={t("transaction.hash")} />
            <ExplorerLink chain={chain} kind="tx" id={id} />
          </span>
        </>
      }
    />
  );
}
