import { Link, useParams, useSearch } from "@tanstack/react-router";
import { Box, ChevronLeft, ChevronRight } from "lucide-react";
import { Card, EmptyState, Timestamp } from "@portico/ui";
import { formatTimestamp } from "@portico/ui/browser";
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
    const text = "No block with this number is stored here. It may not be mined yet, or be older than what is indexed.";
    return <MissingSubject title="No such block" text={text} elsewhere={{ chain, kind: "block", id: number }} />;
  }
  if (block === undefined && error !== null) return <FailureNote error={error} retry={refetch} isBusy={isFetching} />;
  if (block === undefined) return <Skeleton label="the block" look="cards" rows={4} />;
  return (
    <>
      <Head block={block} />
      <div className="subject-column">
        <Facts block={block} />
        <Card title="Transactions">
          {block.transactions.length === 0 ? (
            <EmptyState
              icon={Box}
              title="No transactions are stored"
              text="The block is empty, or nobody who is indexed here took part in it."
            />
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
  const title = `Block ${number.toLocaleString("en")}`;
  useRecent({ kind: "block", path: `/block/${chain}/${number}`, label: `${title} of ${name}` });
  return (
    <SubjectHead
      title={title}
      tab={`${title} of ${name}`}
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
        <nav className="step-links" aria-label="Neighbouring blocks">
          {number > since && (
            <Link {...blockPage(chain, number - 1)} className="button small">
              <ChevronLeft size={15} aria-hidden /> Previous
            </Link>
          )}
          {number < newest && (
            <Link {...blockPage(chain, number + 1)} className="button small">
              Next <ChevronRight size={15} aria-hidden />
            </Link>
          )}
        </nav>
      }
    />
  );
}

const Facts = ({ block: { hash, time_at: timeAt, number, newest } }: { readonly block: BlockFacts }) => (
  <Card title="Facts">
    <dl className="facts">
      <DetailRow name="Hash">
        <span className="subject-id">
          <code className="subject-hash">{hash}</code>
          <CopyButton value={hash} name="the block's hash" />
        </span>
      </DetailRow>
      <DetailRow name="Mined">{formatTimestamp(timeAt)}</DetailRow>
      <DetailRow name="Blocks since">{(newest - number).toLocaleString("en")} are indexed</DetailRow>
    </dl>
  </Card>
);
