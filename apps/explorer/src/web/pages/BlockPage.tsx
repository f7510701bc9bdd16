import { Link, useParams, useSearch } from "@tanstack/react-router";
import { Box, ChevronLeft, ChevronRight } from "lucide-react";
import { Card, EmptyState, Timestamp } from "@portico/ui";
import { formatTimestamp } from "@portico/ui/browser";
import { t } from "../languages/t.ts";
import type { BlockFacts } from "../../facts.ts";
import { useBlock } from "../api/facts.ts";
import { useChainName } from "../api/useChains.ts";
import { ChainBadge } from "../parts/ChainBadge.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import { DetailRow } from "../parts/DetailRow.tsx";
import { ExplorerLink } from "../parts/ExplorerLink.tsx";
import { FailureNote } from "../parts/FailureNote.tsx";
import { Skeleton } from "../parts/Skeleton.tsx";
import { blockPage } from "../parts/subjectPaths.ts";
import { useRecent } from "../shell/recentSubjects.ts";
import { BlockTransactions } from "./block/BlockTransactions.tsx";
import { readBlockSearch } from "./block/blockSearch.ts";
import { MissingSubject } from "./subject/MissingSubject.tsx";
import { SubjectHead } from "./subject/SubjectHead.tsx";

/** One block and its stored transactions. */
export function BlockPage() {
  const { chain = "", number = "" } = useParams({ strict: false });
  const { start = 0 } = readBlockSearch(useSearch({ strict: false }));
  const { data: block, error, isFetching, refetch } = useBlock(chain, number, start);
  if (block === null) {
    const elsewhere = { chain, kind: "block", id: number } as const;
    return <MissingSubject title={t("block.noSuch")} text={t("block.noSuchText")} elsewhere={elsewhere} />;
  }
  if (block === undefined && error !== null) return <FailureNote error={error} retry={refetch} isBusy={isFetching} />;
  if (block === undefined) return <Skeleton label={t("block.loading")} look="cards" rows={4} />;
  return (
    <>
      <Head block={block} />
      <div className="subject-column">
        <Facts block={block} />
        <Card title={t("block.transactions")}>
          {block.transactions.length === 0 ? (
            <EmptyState icon={Box} title={t("block.noTransactions")} text={t("block.noTransactionsText")} />
          ) : (
            <BlockTransactions block={block} start={start} />
          )}
        </Card>
      </div>
    </>
  );
}

function Head({ block: { chain, number, time_at: timeAt, newest, since } }: { readonly block: BlockFacts }) {
  const name = useChainName(chain);
  const tab = t("block.ofChain", { block: number, chain: name });
  useRecent({ kind: "block", path: `/block/${chain}/${number}`, label: tab });
  return (
    <SubjectHead
      title={t("parts.block", { block: number })}
      tab={tab}
      picture={
        <span className="subject-icon" aria-hidden>
          <Box size={24} />
        </span>
      }
      lead={
        <>
          <ChainBadge chain={chain} />
          <Timestamp timeAt={timeAt} />
          <ExplorerLink chain={chain} kind="block" id={String(number)} />
        </>
      }
      figure={
        <nav className="step-links" aria-label={t("block.neighbours")}>
          {number > since && (
            <Link {...blockPage(chain, number - 1)} className="button small">
              <ChevronLeft className="mirrored" size={15} aria-hidden /> {t("block.previous")}
            </Link>
          )}
          {number < newest && (
            <Link {...blockPage(chain, number + 1)} className="button small">
              {t("block.next")} <ChevronRight className="mirrored" size={15} aria-hidden />
            </Link>
          )}
        </nav>
      }
    />
  );
}

const Facts = ({ block: { hash, time_at: timeAt, number, newest } }: { readonly block: BlockFacts }) => (
  <Card title={t("block.facts")}>
    <dl className="facts">
      <DetailRow name={t("block.hash")}>
        <span className="subject-id">
          <code className="subject-hash">{hash}</code>
          <CopyButton value={hash} name={t("block.theHash")} />
        </span>
      </DetailRow>
      <DetailRow name={t("block.mined")}>{formatTimestamp(timeAt)}</DetailRow>
      <DetailRow name={t("block.since")}>{t("block.indexed", { count: newest - number })}</DetailRow>
    </dl>
  </Card>
);
