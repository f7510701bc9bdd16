import { useSearch } from "@tanstack/react-router";
import { History } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { EmptyState } from "@portico/ui";
import { useChains } from "../api/useChains.ts";
import { FailureNote } from "../parts/FailureNote.tsx";
import { HistoryCoverage } from "../parts/HistoryCoverage.tsx";
import { PageHeading } from "../parts/PageHeading.tsx";
import { PartialNote } from "../parts/PartialNote.tsx";
import { Skeleton } from "../parts/Skeleton.tsx";
import { Source } from "../parts/Source.tsx";
import { useAddress } from "../shell/useAddress.ts";
import { groupByDay } from "./history/groupByDay.ts";
import { HistoryEnd } from "./history/HistoryEnd.tsx";
import { HistoryRow } from "./history/HistoryRow.tsx";
import { HistoryTools } from "./history/HistoryTools.tsx";
import { readHistorySearch } from "./history/historySearch.ts";
import { type HistoryEvent, listEvents, listProtocolChoices, listTokenChoices } from "./history/listEvents.ts";
import { isSifted, matchesSearch } from "./history/matchesSearch.ts";
import { MoreEvents } from "./history/MoreEvents.tsx";
import { SiftedNote } from "./history/SiftedNote.tsx";
import { useSpenderNames } from "./history/useSpenderNames.ts";
import { useHistory } from "./history/useHistory.ts";
import "../style/history.css";
import { formatCount } from "@portico/ui/browser";
import { t } from "../languages/t.ts";

const ExportDialog = lazy(async () => ({ default: (await import("./history/export/ExportDialog.tsx")).ExportDialog }));

/** Pages that are searched for what matches, until the button is pressed. */
const PAGES_AT_ONCE = 10;

/** An address's transactions, sent and received, newest first. */
export function HistoryPage() {
  const { address, chain } = useAddress();
  const search = readHistorySearch(useSearch({ strict: false }));
  const { token } = search;
  const history = useHistory({ address, chain, ...search });
  const [isExporting, setIsExporting] = useState(false);
  const [searched, setSearched] = useState(PAGES_AT_ONCE);
  const [isSpamShown, showSpam] = useState(false);
  const pages = history.data?.pages;
  const names = useSpenderNames(address, pages);
  const chains = useChains();
  const events = useMemo(() => {
    const nameChain = (id: string) => chains.get(id)?.name ?? id;
    return listEvents(pages?.flatMap(({ data }) => data) ?? [], { owner: address, names, nameChain });
  }, [pages, address, names, chains]);
  const matching = events.filter(({ item }) => matchesSearch(item, search));
  const shown = isSpamShown ? matching : matching.filter(({ isSpam }) => !isSpam);
  const protocols = useMemo(() => listProtocolChoices(pages?.flatMap(({ data }) => data) ?? []), [pages]);
  const isSearching = isSifted(search);
  // what matches may be rare: a history is not read as a whole without being asked for
  const isPaused = isSearching && (pages?.length ?? 0) >= searched;
  const loadMore = () => {
    if (isPaused) setSearched((pages?.length ?? 0) + PAGES_AT_ONCE);
    return history.fetchNextPage();
  };
  const [newest] = pages ?? [];
  const failed = pages?.find(({ meta }) => meta.chains.some(({ isFailed }) => isFailed));
  return (
    <section>
      <PageHeading title={t("shell.history")} tab={t("shell.history")}>
        {newest !== undefined && (
          <Source label={t("history.label")} meta={newest.meta} chain={chain} how={<p>{t("history.how")}</p>} />
        )}
      </PageHeading>
      <HistoryTools
        search={search}
        protocols={protocols}
        openExport={() => setIsExporting(true)}
        tokens={useChoices(events, `${address} ${chain ?? ""}`, token === undefined)}
        spamCount={matching.filter(({ isSpam }) => isSpam).length}
        isSpamShown={isSpamShown}
        showSpam={showSpam}
      />
      {newest !== undefined && <HistoryCoverage chains={newest.meta.chains} />}
      {newest !== undefined && <PartialNote meta={(failed ?? newest).meta} retry={history.refetch} />}
      {newest === undefined && history.error === null && <Skeleton label={t("history.label")} rows={8} />}
      {newest === undefined && history.error !== null && (
        <FailureNote error={history.error} retry={history.refetch} isBusy={history.isFetching} />
      )}
      {newest !== undefined && shown.length === 0 && !history.hasNextPage && (
        <Nothing
          hidden={matching.length}
          isNarrowed={chain !== undefined || Object.keys(search).length > 0}
          isCollecting={newest.meta.chains.some(({ isCollecting }) => isCollecting)}
        />
      )}
      {isSearching && newest !== undefined && (
        <SiftedNote
          loaded={events.length}
          matching={matching.length}
          oldest={events.at(-1)?.time_at}
          hasMore={history.hasNextPage}
        />
      )}
      <Days events={shown} owner={address} />
      {newest !== undefined && (
        <MoreEvents
          hasMore={history.hasNextPage}
          isLoading={history.isFetchingNextPage}
          error={history.isFetchNextPageError ? history.error : null}
          load={loadMore}
          shownCount={shown.length}
          isPaused={isPaused}
        />
      )}
      {newest !== undefined && !history.hasNextPage && shown.length > 0 && (
        <HistoryEnd count={shown.length} chains={newest.meta.chains} />
      )}
      <p className="unseen" role="status">
        {newest !== undefined && t("history.shown", { count: formatCount(shown.length) })}
      </p>
      {isExporting && (
        <Suspense>
          <ExportDialog
            address={address}
            chain={chain}
            search={search}
            hasSpam={isSpamShown}
            close={() => setIsExporting(false)}
          />
        </Suspense>
      )}
    </section>
  );
}

/** While the history is filtered by one of the choices, the choices of the whole history remain. */
function useChoices(events: readonly HistoryEvent[], of: string, isWhole: boolean) {
  const [cached, setCached] = useState<{ of: string; choices: ReturnType<typeof listTokenChoices> }>({
    of,
    choices: [],
  });
  const now = useMemo(() => listTokenChoices(events), [events]);
  const isNew = isWhole && now.length > 0 && (cached.of !== of || cached.choices.length !== now.length);
  if (isNew) setCached({ of, choices: now });
  return cached.of === of && cached.choices.length > 0 ? cached.choices : now;
}

const Days = ({ events, owner }: { readonly events: readonly HistoryEvent[]; readonly owner: string }) =>
  groupByDay(events, { now: Date.now() / 1000 }).map(({ key, name, items }) => (
    <section key={key} className="history-day" aria-labelledby={`day-${key}`}>
      <h3 id={`day-${key}`}>{name}</h3>
      <ol className="card events">
        {items.map((event) => (
          <HistoryRow key={event.key} event={event} owner={owner} />
        ))}
      </ol>
    </section>
  ));

interface NothingProps {
  readonly hidden: number;
  readonly isNarrowed: boolean;
  readonly isCollecting: boolean;
}

const Nothing = ({ hidden, isNarrowed, isCollecting }: NothingProps) => (
  <EmptyState
    icon={History}
    title={hidden > 0 ? t("history.onlySpam") : t("history.none")}
    text={
      hidden > 0
        ? t("history.onlySpamText")
        : isCollecting
          ? t("history.collectingText")
          : isNarrowed
            ? t("history.noMatchText")
            : t("history.noneText")
    }
  />
);
