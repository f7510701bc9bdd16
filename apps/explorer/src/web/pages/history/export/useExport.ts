import { useRef, useState } from "react";
import { useChains } from "../../../api/useChains.ts";
import { gapOf } from "../../../parts/sourceLines.ts";
import type { HistorySearch } from "../historySearch.ts";
import { matchesSearch } from "../matchesSearch.ts";
import { openExportFile } from "./exportFile.ts";
import { toExported } from "./exportedTransaction.ts";
import { createExportWriter, type ExportFormat } from "./exportFormats.ts";
import { readRange } from "../readRange.ts";

export interface ExportRequest {
  readonly address: string;
  readonly chain: string | undefined;
  readonly search: HistorySearch;
  readonly format: ExportFormat;
  readonly hasSpam: boolean;
}

export interface ExportProgress {
  readonly state: "reading" | "done" | "cancelled" | "failed";
  /** Transactions that were read, and those of them in the file. */
  readonly read: number;
  readonly written: number;
  /** Of the last one, unix seconds. */
  readonly timeAt: number | undefined;
  /** Chains that are missing from the file, by name. */
  readonly missing: readonly string[];
  readonly error?: unknown;
}

const NOTHING = { read: 0, written: 0, timeAt: undefined, missing: [] };

/** Writes a part of a history to a file, page by page. */
export function useExport() {
  const [progress, setProgress] = useState<ExportProgress>();
  const running = useRef<AbortController>(undefined);
  const chains = useChains();
  const start = async ({ address, chain, search, format, hasSpam }: ExportRequest): Promise<void> => {
    const isJson = format === "json";
    const name = `portico-${address}-${format}.${isJson ? "json" : "csv"}`;
    const file = await openExportFile(name, isJson ? "application/json" : "text/csv");
    if (file === undefined) return;
    const stopping = new AbortController();
    running.current = stopping;
    const writer = createExportWriter(format, (id) => chains.get(id)?.community_id);
    const coinOf = (id: string): string => chains.get(id)?.symbol ?? id;
    const missing = new Set<string>();
    let now: ExportProgress = { ...NOTHING, state: "reading" };
    const report = (change: Partial<ExportProgress>): void => {
      now = { ...now, ...change };
      setProgress(now);
    };
    report({});
    try {
      await file.write(writer.begin());
      for await (const { data, meta } of readRange({ address, chain, ...search }, stopping.signal)) {
        for (const one of meta.chains)
          if (!one.isUnserved && gapOf(one) !== undefined) missing.add(chains.get(one.chain)?.name ?? one.chain);
        for (const page of data) {
          const { history_list: all } = page;
          const wanted = all.filter((item) => matchesSearch(item, search) && (hasSpam || item.is_scam !== true));
          await file.write(writer.write(wanted.map((item) => toExported(item, page, { owner: address, coinOf }))));
          report({
            read: now.read + all.length,
            written: now.written + wanted.length,
            timeAt: all.at(-1)?.time_at ?? now.timeAt,
            missing: [...missing],
          });
        }
      }
      const about = { address, chain: chain ?? "all", filters: search, spam: hasSpam, missing_chains: [...missing] };
      await file.write(writer.end(about));
      await file.close();
      report({ state: "done" });
    } catch (error) {
      await file.abort().catch(() => undefined);
      report(stopping.signal.aborted ? { state: "cancelled" } : { state: "failed", error });
    }
  };
  return { progress, start, cancel: () => running.current?.abort() };
}
