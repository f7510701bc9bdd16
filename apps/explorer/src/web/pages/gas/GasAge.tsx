import { Timestamp } from "@portico/ui";
import { t } from "../../languages/t.ts";
import type { SourceChain } from "../../parts/sourceLines.ts";

interface GasAgeProps {
  readonly market: { readonly dataUpdatedAt: number; readonly error: unknown };
  readonly chain: SourceChain | undefined;
}

/** The block of the prices, and how old it is; a caution if they could not be refreshed. */
export const GasAge = ({ market: { dataUpdatedAt, error }, chain }: GasAgeProps) => (
  <p className={error === null ? "quiet small number" : "caution small number"}>
    {chain?.block !== undefined && <>{t("parts.block", { block: chain.block })} · </>}
    {error !== null && `${t("gas.notRefreshed")} · `}
    <Timestamp timeAt={chain?.timeAt ?? dataUpdatedAt / 1000} />
  </p>
);
