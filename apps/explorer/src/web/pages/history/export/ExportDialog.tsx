import { useEffect, useState } from "react";
import { Button, Dialog, Note } from "@portico/ui";
import { formatCount, formatTimestamp, plural } from "@portico/ui/browser";
import { useChainName } from "../../../api/useChains.ts";
import { FailureNote } from "../../../parts/FailureNote.tsx";
import type { HistorySearch } from "../historySearch.ts";
import { isSifted } from "../matchesSearch.ts";
import type { ExportFormat } from "./exportFormats.ts";
import { type ExportProgress, useExport } from "./useExport.ts";
import "../../../style/export.css";

interface ExportDialogProps {
  readonly address: string;
  readonly chain: string | undefined;
  /** The page's filters. */
  readonly search: HistorySearch;
  readonly hasSpam: boolean;
  readonly close: () => void;
}

const FORMATS: readonly { readonly id: ExportFormat; readonly name: string; readonly text: string }[] = [
  { id: "csv", name: "CSV", text: "Everything that is known, for spreadsheets" },
  { id: "json", name: "JSON", text: "The same, for programs" },
  { id: "koinly", name: "Koinly", text: "Its universal template" },
  { id: "cointracking", name: "CoinTracking", text: "Its CSV import" },
  { id: "rotki", name: "rotki", text: "Its generic events, without NFTs" },
];

/** Writes any part of a history to a file. */
export function ExportDialog({ address, chain, search, hasSpam, close }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>("csv");
  const [from, setFrom] = useState(search.from ?? "");
  const [until, setUntil] = useState(search.until ?? "");
  const [isWithSpam, setIsWithSpam] = useState(hasSpam);
  const { progress, start, cancel } = useExport();
  const isReading = progress?.state === "reading";
  useEffect(() => cancel, []); // oxlint-disable-line react-hooks/exhaustive-deps -- at its end only
  const { from: _from, until: _until, ...others } = search;
  const range = { ...others, ...(from !== "" && { from }), ...(until !== "" && { until }) };
  const begin = () => void start({ address, chain, search: range, format, hasSpam: isWithSpam });
  return (
    <Dialog title="Export the history" lead={<Scope chain={chain} search={others} />} close={close}>
      <fieldset className="export-formats" disabled={isReading}>
        <legend>Format</legend>
        {FORMATS.map(({ id, name, text }) => (
          <label key={id}>
            <input type="radio" name="format" checked={format === id} onChange={() => setFormat(id)} />
            <span>
              {name} <span className="quiet">{text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="export-days">
        <label>
          From
          <input type="date" value={from} disabled={isReading} onChange={({ target }) => setFrom(target.value)} />
        </label>
        <label>
          Until
          <input type="date" value={until} disabled={isReading} onChange={({ target }) => setUntil(target.value)} />
        </label>
      </div>
      <label className="export-spam">
        <input
          type="checkbox"
          checked={isWithSpam}
          disabled={isReading}
          onChange={({ target }) => setIsWithSpam(target.checked)}
        />
        <span>With spam</span>
      </label>
      <div className="actions later">
        {isReading ? (
          <Button onClick={cancel}>Cancel</Button>
        ) : (
          <Button look="main" onClick={begin}>
            Export
          </Button>
        )}
      </div>
      {progress !== undefined && <Progress progress={progress} retry={begin} />}
    </Dialog>
  );
}

function Scope({ chain, search }: { readonly chain: string | undefined; readonly search: HistorySearch }) {
  const name = useChainName(chain ?? "");
  const where = chain === undefined ? "all chains" : name;
  const isNarrowed = isSifted(search) || search.token !== undefined;
  return (
    <>
      Transactions on {where}
      {isNarrowed && ", filtered as on the page"}. Amounts are exact; times of files for tax programs are UTC.
    </>
  );
}

interface ProgressProps {
  readonly progress: ExportProgress;
  readonly retry: () => unknown;
}

function Progress({ progress: { state, read, written, timeAt, missing, error }, retry }: ProgressProps) {
  if (state === "failed") return <FailureNote error={error} retry={retry} />;
  const words = `${plural(written, "transaction")}${written < read ? ` of ${formatCount(read)} read` : ""}`;
  const back = timeAt === undefined ? "" : `, back to ${formatTimestamp(timeAt)}`;
  return (
    <div className="later" role="status">
      {state === "reading" && (
        <>
          <p className="number">
            {words}
            {back} …
          </p>
          <progress aria-label="The history is being read" />
        </>
      )}
      {state === "cancelled" && <Note title="Cancelled">Nothing was saved.</Note>}
      {state === "done" && (
        <Note tone={missing.length > 0 ? "caution" : "good"} title={`${words} in the file`}>
          {missing.length > 0 && <p>Missing, since they could not be read: {missing.join(", ")}.</p>}
        </Note>
      )}
    </div>
  );
}
