import { formatValue } from "../currency/formatValue.ts";
import { useAnswer } from "../api/explorerApi.ts";
import { useChainName } from "../api/useChains.ts";
import { Button, Timestamp } from "@portico/ui";
import { PartialNote } from "../parts/PartialNote.tsx";
import { Source } from "../parts/Source.tsx";
import { isNothingRead, reportedChains } from "../parts/sourceLines.ts";
import { NetChange } from "./NetChange.tsx";
import { useAddress } from "./useAddress.ts";
import { worthOf } from "./worthOf.ts";
import type { Span } from "./useNetCurve.ts";
import { t } from "../languages/t.ts";
import { Message } from "../languages/Message.tsx";

/** The net worth, on all chains or on the selected one. */
export function NetWorth({ days }: { readonly days: Span }) {
  const { address, chain } = useAddress();
  const chainName = useChainName(chain ?? "");
  const {
    data: answer,
    error,
    refetch,
    isFetching,
  } = useAnswer("/v1/user/total_balance", { params: { query: { id: address } } }, { refreshMs: 60_000 });
  const label = chain === undefined ? t("shell.netWorth") : t("shell.netWorthOnChain", { chain: chainName });
  const source = chain === undefined ? t("shell.theNetWorth") : t("shell.theNetWorthOnChain", { chain: chainName });
  if (answer === undefined)
    return (
      <div className="net-worth">
        <p className="label">{label}</p>
        {error === null ? (
          <>
            <p className="value" role="status">
              <span className="unseen">{t("shell.netWorthLoading")}</span>
              <span className="bone" aria-hidden />
            </p>
            <p className="detail">
              <NetChange days={days} />
              <span className="bone" aria-hidden />
            </p>
          </>
        ) : (
          <p role="alert">
            {t("shell.netWorthFailed")}{" "}
            <Button size="small" isBusy={isFetching} onClick={() => void refetch()}>
              {t("parts.tryAgain")}
            </Button>
          </p>
        )}
      </div>
    );
  const { data, meta } = answer;
  const value = worthOf(data, chain);
  const reported = reportedChains(meta.chains, chain);
  const isUnknown = isNothingRead(meta.chains, chain);
  const oldest = Math.min(...reported.flatMap(({ timeAt }) => timeAt ?? []));
  return (
    <div className="net-worth">
      <p className="label">
        {label} <Source label={source} meta={meta} chain={chain} how={<p>{t("shell.netWorthHow")}</p>} />
      </p>
      <p className="value">{isUnknown ? t("parts.notKnown") : formatValue(value)}</p>
      <p className="detail">
        <NetChange days={days} />
        {Number.isFinite(oldest) && (
          <span className="quiet">
            {" "}
            <Message id="shell.asOf" params={{ time: <Timestamp timeAt={oldest} /> }} />
          </span>
        )}
      </p>
      <PartialNote meta={meta} retry={refetch} isShort />
    </div>
  );
}
