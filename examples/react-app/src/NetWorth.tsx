import { formatUsd, type ResultMeta } from "@portico/client";
import { Failure } from "./Failure.tsx";
import { portico } from "./portico.ts";

/** Total worth, and what it lacks: a total without a failed chain is a wrong total. */
export function NetWorth({ address }: { readonly address: string }) {
  const params = { query: { id: address } };
  const { data: answer, error, refetch } = portico.useQueryWithMeta("get", "/v1/user/total_balance", { params });
  if (error !== null) return <Failure error={error} retry={refetch} />;
  if (answer === undefined) return <p>Net worth: …</p>;
  const without = listMissing(answer.meta);
  return (
    <>
      <p>Net worth: {formatUsd(answer.data.total_usd_value)}</p>
      {without.length > 0 && (
        <p role="status">
          Without {without.join(", ")}.{" "}
          <button type="button" onClick={() => void refetch()}>
            Ask again
          </button>
        </p>
      )}
    </>
  );
}

/** Chains that failed or are still syncing, and missing protocols; a chain that isn't served here is not a gap. */
const listMissing = ({ chains }: ResultMeta): string[] =>
  chains.flatMap(({ chain, isFailed, isSyncing, isUnread, missingProtocols }) =>
    isFailed || isSyncing || isUnread ? [chain] : missingProtocols.map((protocol) => `${protocol} on ${chain}`),
  );
