import { onFirstUse } from "@portico/ui/browser";
import { TriangleAlert } from "lucide-react";
import { Button, Note } from "@portico/ui";
import { useChains } from "../api/useChains.ts";
import type { Answer } from "../api/explorerApi.ts";
import { gapOf } from "./sourceLines.ts";

interface PartialNoteProps {
  readonly meta: Answer<unknown>["meta"];
  readonly retry?: () => unknown;
  /** One line: the page shows the details elsewhere. */
  readonly isShort?: boolean;
}

/** Whether a result is incomplete: then an empty list doesn't mean that there is nothing. */
export const isPartial = (meta: Answer<unknown>["meta"] | undefined): boolean =>
  meta?.chains.some((one) => one.isScanning || (gapOf(one) !== undefined && !one.isUnserved)) ?? false;

/**
 * Lists the chains and protocols missing from the figures; nothing if all are included. Chains that aren't served don't
 * count as missing.
 */
export function PartialNote({ meta: { chains }, retry, isShort = false }: PartialNoteProps) {
  const known = useChains();
  const nameOf = (chain: string): string => known.get(chain)?.name ?? chain;
  const failed = chains.filter(({ isFailed }) => isFailed).map(({ chain }) => nameOf(chain));
  const reading = chains
    .filter(({ isUnread, isSyncing, isScanning }) => isUnread || isSyncing || isScanning)
    .map(({ chain }) => nameOf(chain));
  const lacking = chains.filter(({ missingProtocols }) => missingProtocols.length > 0);
  const isGap = failed.length + lacking.length > 0;
  if (!isGap && reading.length === 0) return null;
  const again = isGap && retry !== undefined && (
    <Button size="small" onClick={() => void retry()}>
      Try again
    </Button>
  );
  if (isShort)
    return (
      <p className="partial-line" role="status">
        <TriangleAlert size={15} aria-hidden />
        <span>
          {isGap ? "Incomplete" : "Still reading"}:{" "}
          {LIST().format([...failed, ...lacking.map(({ chain }) => nameOf(chain)), ...reading])}
        </span>
        {again}
      </p>
    );
  return (
    <div className="partial" role="status">
      <Note tone={isGap ? "caution" : "plain"} title={isGap ? "These figures are incomplete" : "Still reading"}>
        {failed.length > 0 && <p>{LIST().format(failed)} could not be read this time.</p>}
        {lacking.map(({ chain, missingProtocols }) => (
          <p key={chain}>
            On {nameOf(chain)}, positions in {LIST().format(missingProtocols.map((id) => shortId(id, chain)))} are
            missing or outdated.
          </p>
        ))}
        {reading.length > 0 && <p>{LIST().format(reading)} is being read; the page updates automatically.</p>}
        {again}
      </Note>
    </div>
  );
}

/** Ids of protocols on chains other than Ethereum begin with the chain's id. */
const shortId = (id: string, chain: string): string => (id.startsWith(`${chain}_`) ? id.slice(chain.length + 1) : id);

const LIST = onFirstUse(() => new Intl.ListFormat("en", { type: "conjunction" }));
