import type { Chain } from "@portico/client";
import { PorticoError } from "@portico/client";
import { t } from "../../languages/t.ts";
import { type AnswerData, useAnswer } from "../../api/explorerApi.ts";
import { ChainBadge } from "../../parts/ChainBadge.tsx";
import { FailureNote } from "../../parts/FailureNote.tsx";
import { Skeleton } from "../../parts/Skeleton.tsx";
import { Source } from "../../parts/Source.tsx";
import { GasAge } from "./GasAge.tsx";
import { SWAP_GAS, TRANSFER_GAS } from "./gasCost.ts";
import { LevelTable } from "./LevelTable.tsx";

const REFRESH_MS = 15_000;
const PRICE_MS = 60_000;

type NativeToken = AnswerData<"/v1/token">;

/** Current transaction costs on one chain, at three speeds. */
export function GasCard({ chain }: { readonly chain: Chain }) {
  const query = { chain_id: chain.id };
  const market = useAnswer("/v1/wallet/gas_market", { params: { query } }, { refreshMs: REFRESH_MS });
  const native = useAnswer(
    "/v1/token",
    { params: { query: { ...query, id: chain.native_token_id } } },
    { refreshMs: PRICE_MS },
  );
  const token = native.data?.data;
  const { data: answer, error } = market;
  return (
    <section className="card gas" aria-labelledby={`gas-${chain.id}`}>
      <header>
        <h2 id={`gas-${chain.id}`}>
          <ChainBadge chain={chain.id} />
        </h2>
        {answer !== undefined && (
          <div className="gas-age">
            <GasAge market={market} chain={answer.meta.chains.find((one) => one.chain === chain.id)} />
            <Source
              label={t("gas.onChain", { chain: chain.name })}
              meta={answer.meta}
              chain={chain.id}
              how={<How />}
              prices={pricesOf(token)}
            />
          </div>
        )}
      </header>
      {answer === undefined && error !== null && (
        <Failure error={error} retry={market.refetch} isBusy={market.isFetching} />
      )}
      {answer === undefined && error === null && (
        <Skeleton label={t("gas.onChain", { chain: chain.name })} rows={3} look="cards" />
      )}
      {answer !== undefined && <LevelTable chain={chain} levels={answer.data} token={token} />}
    </section>
  );
}

const pricesOf = (token: NativeToken | undefined) =>
  token === undefined ? [] : [{ symbol: token.optimized_symbol, price: token.price, priceAt: token.price_at }];

const How = () => <p>{t("gas.how", { transfer: TRANSFER_GAS, swap: SWAP_GAS })}</p>;

interface FailureProps {
  readonly error: Error;
  readonly retry: () => unknown;
  readonly isBusy: boolean;
}

/** The operation belongs to a group that the operator must enable: that has its own message. */
const Failure = ({ error, ...rest }: FailureProps) =>
  error instanceof PorticoError && error.code === "wallet_not_enabled" ? (
    <p className="quiet">{t("gas.disabled")}</p>
  ) : (
    <FailureNote error={error} {...rest} />
  );
