import { Card } from "@portico/ui";
import { plainText } from "@portico/ui/browser";
import { t } from "../../languages/t.ts";
import type { TransactionFacts } from "../../../facts.ts";
import type { HistoryEvent } from "../history/listEvents.ts";

interface TransactionDataProps {
  readonly facts: TransactionFacts;
  readonly event: HistoryEvent | undefined;
}

const PARAMS = 12;

/** The called function with its arguments, and the calldata; nothing for a plain transfer. */
export function TransactionData({ facts: { input, is_input_cut: isCut }, event }: TransactionDataProps) {
  if (input === null || input === "0x") return null;
  const { name = "", signature, params = [] } = event?.item.tx ?? {};
  return (
    <Card title={t("transaction.call")}>
      {name !== "" && (
        <p>
          <bdi className="mono subject-hash">{plainText(signature ?? name, 200)}</bdi>
        </p>
      )}
      {params.length > 0 && (
        <ol className="call-list small">
          {params.slice(0, PARAMS).map((param, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- arguments are identified by their position
            <li key={index}>
              <bdi className="mono subject-hash">{plainText(param, 120)}</bdi>
            </li>
          ))}
        </ol>
      )}
      <pre className="call-data" tabIndex={0} aria-label={t("transaction.calldata")}>
        {input}
        {isCut && "…"}
      </pre>
      {isCut && <p className="quiet small">{t("transaction.onlyBeginning")}</p>}
    </Card>
  );
}
