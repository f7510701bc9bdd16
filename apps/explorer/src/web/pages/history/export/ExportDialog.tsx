import { useEffect, useState } from "react";
import { Button, Dialog, Note } from "@portico/ui";
import { formatTimestamp } from "@portico/ui/browser";
import { useChainName } from "../../../api/useChains.ts";
import { FailureNote } from "../../../parts/FailureNote.tsx";
import type { HistorySearch } from "../historySearch.ts";
import { isSifted } from "../matchesSearch.ts";
import type { ExportFormat } from "./exportFormats.ts";
import { type ExportProgress, useExport } from "./useExport.ts";
import "../../../style/export.css";
import { t } from "../../../languages/t.ts";

interface ExportDialogProps {
  readonly address: string;
  readonly chain: string | undefined;
  /** The page's filters. */
  readonly search: HistorySearch;
  readonly hasSpam: boolean;
  readonly close: () => void;
}

const FORMATS: readonly { readonly id: ExportFormat; readonly name: string }[] = [
  { id: "csv", name: "CSV" },
  { id: "json", name: "JSON" },
  { id: "koinly", name: "Koinly" },
  { id: "cointracking", name: "CoinTracking" },
  { id: "rotki", name: "rotki" },
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
    <Dialog title={t("history.exportTitle")} lead={<Scope chain={chain} search={others} />} close={close}>
      <fieldset className="export-formats" disabled={isReading}>
        <legend>{t("history.format")}</legend>
        {FORMATS.map(({ id, name }) => (
          <label key={id}>
            <input type="radio" name="format" checked={format === id} onChange={() => setFormat(id)} />
            <span>
              {name} <span className="quiet">{t(`history.format_${id}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="export-days">
        <label>
          {t("history.from")}
          <input type="date" value={from} disabled={isReading} onChange={({ target }) => setFrom(target.value)} />
        </label>
        <label>
          {t("history.until")}
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
        <span>{t("history.withSpam")}</span>
      </label>
      <div className="actions later">
        {isReading ? (
          <Button onClick={cancel}>{t("history.cancel")}</Button>
        ) : (
          <Button look="main" onClick={begin}>
            {t("history.export")}
          </Button>
        )}
      </div>
      {progress !== undefined && <Progress progress={progress} retry={begin} />}
    </Dialog>
  );
}

function Scope({ chain, search }: { readonly chain: string | undefined; readonly search: HistorySearch }) {
  const name = useChainName(chain ?? "");
  const isNarrowed = isSifted(search) || search.token !== undefined;
  return t("history.exportScope", {
    where: chain === undefined ? "all" : "one",
    chain: name,
    isNarrowed: isNarrowed ? "yes" : "no",
  });
}

interface ProgressProps {
  readonly progress: ExportProgress;
  readonly retry: () => unknown;
}

function Progress({ progress: { state, read, written, timeAt, missing, error }, retry }: ProgressProps) {
  if (state === "failed") return <FailureNote error={error} retry={retry} />;
  const transactions = t("history.exportCount", { count: written, isPart: written < read ? "yes" : "no", read });
  const time = timeAt === undefined ? "" : formatTimestamp(timeAt);
  return (
    <div className="later" role="status">
      {state === "reading" && (
        <>
          <p className="number">
            {t("history.exporting", { transactions, hasTime: time === "" ? "no" : "yes", time })}
          </p>
          <progress aria-label={t("history.beingRead")} />
        </>
      )}
      {state === "cancelled" && <Note title={t("history.exportCancelled")}>{t("history.nothingSaved")}</Note>}
      {state === "done" && (
        <Note tone={missing.length > 0 ? "caution" : "good"} title={t("history.exported", { transactions })}>
          {missing.length > 0 && <p>{t("history.exportMissing", { chains: missing.join(", ") })}</p>}
        </Note>
      )}
    </div>
  );
}
