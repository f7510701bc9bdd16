import { perLocale } from "@portico/ui/browser";
import { TriangleAlert } from "lucide-react";
import { Button, Note } from "@portico/ui";
import { useChains } from "../api/useChains.ts";
import type { Answer } from "../api/explorerApi.ts";
import { gapOf } from "./sourceLines.ts";
import { t } from "../languages/t.ts";

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
      {t("parts.tryAgain")}
    </Button>
  );
  if (isShort)
    return (
      <p className="partial-line" role="status">
        <TriangleAlert size={15} aria-hidden />
        <span>
          {t(isGap ? "parts.incompleteChains" : "parts.readingChains", {
            chains: LIST().format([...failed, ...lacking.map(({ chain }) => nameOf(chain)), ...reading]),
          })}
        </span>
        {again}
      </p>
    );
  return (
    <div className="partial" role="status">
      <Note tone={isGap ? "caution" : "plain"} title={t(isGap ? "parts.incomplete" : "parts.reading")}>
        {failed.length > 0 && <p>{t("parts.failedChains", { count: failed.length, chains: LIST().format(failed) })}</p>}
        {lacking.map(({ chain, missingProtocols }) => (
          <p key={chain}>
            {t("parts.lackingProtocols", {
              chain: nameOf(chain),
              protocols: LIST().format(missingProtocols.map((id) => shortId(id, chain))),
            })}
          </p>
        ))}
        {reading.length > 0 && <p>{t("parts.beingRead", { count: reading.length, chains: LIST().format(reading) })}</p>}
        {again}
      </Note>
    </div>
  );
}

/** Ids of protocols on chains other than Ethereum begin with the chain's id. */
const shortId = (id: string, chain: string): string => (id.startsWith(`${chain}_`) ? id.slice(chain.length + 1) : id);

const LIST = perLocale((locale) => new Intl.ListFormat(locale, { type: "conjunction" }));
