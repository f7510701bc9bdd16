import type { ResultMeta, UserToken } from "@portico/client";
import { Coins } from "lucide-react";
import { lazy, Suspense, useDeferredValue, useMemo, useState } from "react";
import { Button, EmptyState, SearchField } from "@portico/ui";
import { HideSwitch, ListTools } from "../../parts/HideSwitch.tsx";
import { Skeleton } from "../../parts/Skeleton.tsx";
import { Source } from "../../parts/Source.tsx";
import { UsdValue } from "../../parts/UsdValue.tsx";
import { useStoredChoice } from "../../parts/useStoredChoice.ts";
import { useAddress } from "../../shell/useAddress.ts";
import { useListSearch } from "../useListSearch.ts";
import { isSpam, sortOutTokens, sumUsd } from "./sortOutTokens.ts";
import { TokenTable } from "./TokenTable.tsx";
import { Message } from "../../languages/Message.tsx";
import { t } from "../../languages/t.ts";

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
  const { address } = useAddress();
  const views = address !== "" && (
    <div className="spans" role="group" aria-label={t("tokens.figures")}>
      <Button size="small" aria-pressed={!isProfit} onClick={() => setIsProfit(false)}>
        {t("tokens.holdings")}
      </Button>
      <Button size="small" aria-pressed={isProfit} onClick={() => setIsProfit(true)}>
        {t("tokens.profitTable")}
      </Button>
    </div>
  );
  if (isProfit)
    return (
      <>
        <ListTools>{views}</ListTools>
        <Suspense fallback={<Skeleton label={t("tokens.profit")} rows={8} />}>
          <ProfitTable />
        </Suspense>
      </>
    );
  return (
    <>
      <ListTools>
        {views}
        <SearchField label={t("tokens.search")} initial={text} change={setText} />
        <HideSwitch
          label={t("tokens.hideSpam")}
          count={spam.count}
          usdValue={spam.usdValue}
          isOn={hidesSpam}
          change={setHidesSpam}
        />
        <HideSwitch
          label={t("tokens.hideSmall")}
          count={small.count}
          usdValue={small.usdValue}
          isOn={hidesSmall}
          change={setHidesSmall}
        />
      </ListTools>
      <p className="list-sum quiet small" role="status">
        <Message id="tokens.worth" params={{ count: shown.length, value: <UsdValue value={sumUsd(shown)} /> }} />{" "}
        <Source label={t("tokens.theseTokens")} meta={meta} how={<p>{t("tokens.sumHow")}</p>} />
        {shown.length < held.length && ` · ${t("tokens.notShown", { count: held.length - shown.length })}`}
      </p>
      {shown.length > 0 ? (
        <TokenTable tokens={shown} total={total} meta={meta} />
      ) : (
        <EmptyState
          icon={Coins}
          title={wanted.trim() === "" ? t("tokens.allHidden") : t("tokens.noMatch")}
          text={wanted.trim() === "" ? t("tokens.allHiddenText") : t("tokens.noMatchText")}
        >
          {(hidesSpam || hidesSmall) && <Button onClick={showAll}>{t("tokens.showHidden")}</Button>}
        </EmptyState>
      )}
    </>
  );
}
