import { useChains } from "../../api/useChains.ts";
import { FailureNote } from "../../parts/FailureNote.tsx";
import { PartialNote } from "../../parts/PartialNote.tsx";
import type { ChainApprovals } from "./useApprovals.ts";
import { Message } from "../../languages/Message.tsx";
import { t } from "../../languages/t.ts";

/**
 * What is missing from the list: chains that failed, each with a retry, and the start of the indexed range of others.
 */
export function ChainGaps({ answers }: { readonly answers: readonly ChainApprovals[] }) {
  const known = useChains();
  const nameOf = (chain: string): string => known.get(chain)?.name ?? chain;
  const chains = answers.flatMap(({ tokens }) => tokens?.meta.chains ?? []);
  const late = chains.filter(({ sinceBlock = 0 }) => sinceBlock > 0);
  return (
    <div className="chain-gaps">
      {answers
        .filter(({ error }) => error !== null)
        .map(({ chain, error, retry, isFetching }) => (
          <section key={chain} aria-label={t("approvals.chainMissing", { chain: nameOf(chain) })}>
            <p>
              <Message id="approvals.notInList" params={{ chain: <strong>{nameOf(chain)}</strong> }} />
            </p>
            <FailureNote error={error} retry={retry} isBusy={isFetching} />
          </section>
        ))}
      {chains.length > 0 && (
        <PartialNote
          meta={{ requestId: undefined, unitsRemaining: undefined, rateLimit: undefined, chains }}
          retry={() => answers.forEach(({ retry }) => retry())}
        />
      )}
      {late.map(({ chain, sinceBlock = 0 }) => (
        <p key={chain} className="quiet small">
          {t("approvals.indexedSince", { chain: nameOf(chain), block: sinceBlock })}
        </p>
      ))}
    </div>
  );
}
