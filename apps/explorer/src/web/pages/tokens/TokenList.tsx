import type { ResultMeta, UserToken } from "@portico/client";
import { Coins } from "lucide-react";
import { lazy, Suspense, useDeferredValue, useMemo, useState } from "react";
import { Button, EmptyState, SearchField } from "@portico/ui";
import { plural } from "@portico/ui/browser";
import { HideSwitch, ListTools } from "../../parts/HideSwitch.tsx";
import { Skeleton } from "../../parts/Skeleton.tsx";
import { Source } from "../../parts/Source.tsx";
import { UsdValue } from "../../parts/UsdValue.tsx";
import { useStoredChoice } from "../../parts/useStoredChoice.ts";
import { useListSearch } from "../useListSearch.ts";
import { isSpam, sortOutTokens, sumUsd } from "./sortOutTokens.ts";
import { TokenTable } from "./TokenTable.tsx";

const HOW = (
  <p>
    The sum of amount times price of every token shown. Amounts are read from each token’s contract at the chain’s
    block; a token without a price adds nothing. Tokens that represent a deposit or a debt are on the page of positions,
    so that nothing counts twice.
  </p>
);

const ProfitTable = lazy(async () => ({ default: (await import("./ProfitTable.tsx")).ProfitTable }));

interface TokenListProps {
  readonly held: readonly UserToken[];
  readonly meta: ResultMeta;
}

/** Held tokens, searched and filtered. */
export function TokenList({ held, meta }: TokenListProps) {
  const [text, setText] = useListSearch();
  const [hidesSpam, setHidesSpam] = useStoredChoice("hides-spam-tokens", true);
  const [hidesSmall, setHidesSmall] = useStoredChoice("hides-small-tokens", true);
  const [isProfit, setIsProfit] = useState(false);
  const wanted = useDeferredValue(text);
  const { shown, spam, small } = useMemo(
    () => sortOutTokens(held, { text: wanted, hidesSpam, hidesSmall }),
    [held, wanted, hidesSpam, hidesSmall],
  );
  const total = useMemo(() => sumUsd(held.filter((token) => !isSpam(token))), [held]);
  const showAll = (): void => {
    setHidesSpam(false);
    setHidesSmall(false);
  };
  const views = (
    <div className="spans" role="group" aria-label="Figures shown">
      <Button size="small" aria-pressed={!isProfit} onClick={() => setIsProfit(false)}>
        Holdings
      </Button>
      <Button size="small" aria-pressed={isProfit} onClick={() => setIsProfit(true)}>
        Profit and loss
      </Button>
    </div>
  );
  if (isProfit)
    return (
      <>
        <ListTools>{views}</ListTools>
        <Suspense fallback={<Skeleton label="profit and loss" rows={8} />}>
          <ProfitTable />
        </Suspense>
      </>
    );
  return (
    <>
      <ListTools>
        {views}
        <SearchField label="Search name, symbol, address" initial={text} change={setText} />
        <HideSwitch
          label="Hide suspected spam"
          count={spam.count}
          usdValue={spam.usdValue}
          isOn={hidesSpam}
          change={setHidesSpam}
        />
        <HideSwitch
          label="Hide below $1"
          count={small.count}
          usdValue={small.usdValue}
          isOn={hidesSmall}
          change={setHidesSmall}
        />
      </ListTools>
      <p className="list-sum quiet small" role="status">
        {plural(shown.length, "token")} worth <UsdValue value={sumUsd(shown)} />{" "}
        <Source label="the value of these tokens" meta={meta} how={HOW} />
        {shown.length < held.length && ` · ${plural(held.length - shown.length, "token")} not shown`}
      </p>
      {shown.length > 0 ? (
        <TokenTable tokens={shown} total={total} meta={meta} />
      ) : (
        <EmptyState
          icon={Coins}
          title={wanted.trim() === "" ? "All of them are hidden" : "Nothing matches"}
          text={
            wanted.trim() === "" ? "Their value is small, or they are unverified." : "Hidden ones are not searched."
          }
        >
          {(hidesSpam || hidesSmall) && <Button onClick={showAll}>Show hidden ones</Button>}
        </EmptyState>
      )}
    </>
  );
}
