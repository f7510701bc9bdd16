import type { Protocol, Token } from "@portico/client";
import { Waves } from "lucide-react";
import { useMemo, useState } from "react";
import { Button, Card, EmptyState, Timestamp } from "@portico/ui";
import { formatCount, shortAddress } from "@portico/ui/browser";
import { Link } from "@tanstack/react-router";
import { Message } from "../../languages/Message.tsx";
import { t } from "../../languages/t.ts";
import type { PoolFacts } from "../../../facts.ts";
import { usePools } from "../../api/facts.ts";
import { useAnswer } from "../../api/explorerApi.ts";
import { ExplorerLink } from "../../parts/ExplorerLink.tsx";
import { FailureNote } from "../../parts/FailureNote.tsx";
import { Skeleton } from "../../parts/Skeleton.tsx";
import { tokenPage } from "../../parts/subjectPaths.ts";
import { TokenLogo } from "../../parts/TokenLogo.tsx";
import { TokenSymbol } from "../../parts/TokenSymbol.tsx";
import { UsdValue } from "../../parts/UsdValue.tsx";
import { nameType } from "../positions/nameType.ts";

const FIRST = 10;

/** The largest pools of a protocol. */
export function ProtocolPools({ protocol: { id, chain } }: { readonly protocol: Protocol }) {
  const { data, error, isFetching, refetch } = usePools(chain, id);
  return (
    <Card title={t("protocol.pools")}>
      {error !== null && data === undefined && <FailureNote error={error} retry={refetch} isBusy={isFetching} />}
      {error === null && data === undefined && <Skeleton label={t("protocol.thePools")} />}
      {data !== undefined && (data === null || data.length === 0) && (
        <EmptyState icon={Waves} title={t("protocol.noPools")} text={t("protocol.noPoolsText")} />
      )}
      {data != null && data.length > 0 && <PoolTable chain={chain} pools={data} />}
    </Card>
  );
}

interface PoolTableProps {
  readonly chain: string;
  readonly pools: readonly PoolFacts[];
}

function PoolTable({ chain, pools }: PoolTableProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? pools : pools.slice(0, FIRST);
  const ids = [...new Set(shown.flatMap(({ token_ids: tokens }) => tokens))].slice(0, 100);
  const { data } = useAnswer(
    "/v1/token/list_by_ids",
    { params: { query: { chain_id: chain, ids } } },
    { isOff: ids.length === 0 },
  );
  const tokens = useMemo(() => new Map((data?.data ?? []).map((token) => [token.id, token])), [data]);
  const oldest = Math.min(...shown.map(({ time_at: timeAt }) => timeAt));
  return (
    <>
      <div className="table-frame">
        <table className="subject-table">
          <caption className="unseen">{t("protocol.poolsCaption")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("protocol.pool")}</th>
              <th scope="col" className="wide-only">
                {t("protocol.kind")}
              </th>
              <th scope="col" className="end">
                {t("protocol.deposited")}
              </th>
              <th scope="col" className="end wide-only">
                {t("protocol.depositorCount")}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((pool) => (
              <PoolRow key={pool.pool_id} chain={chain} pool={pool} tokens={tokens} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="show-more">
        <span className="quiet small">
          <Message id="protocol.readAt" params={{ time: <Timestamp timeAt={oldest} /> }} />
        </span>
        {pools.length > FIRST && (
          <Button size="small" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? t("protocol.showFewer") : t("protocol.showAll", { count: pools.length })}
          </Button>
        )}
      </p>
    </>
  );
}

interface PoolRowProps {
  readonly chain: string;
  readonly pool: PoolFacts;
  readonly tokens: ReadonlyMap<string, Token>;
}

const NAMED = 4;

function PoolRow({ chain, pool, tokens }: PoolRowProps) {
  const known = pool.token_ids.flatMap((id) => tokens.get(id) ?? []).slice(0, NAMED);
  const [contract = ""] = pool.pool_id.split(":");
  return (
    <tr>
      <th scope="row">
        <span className="pool-tokens">
          {known.length > 0 && (
            <span className="pool-logos" aria-hidden>
              {known.map(({ id, optimized_symbol: symbol }) => (
                <TokenLogo key={id} chain={chain} id={id} symbol={symbol} />
              ))}
            </span>
          )}
          <span>
            {known.length === 0 && <span className="mono">{shortAddress(contract)}</span>}
            {known.map(({ id, optimized_symbol: symbol }, index) => (
              <span key={id}>
                {index > 0 && " / "}
                <Link {...tokenPage(chain, id)}>
                  <TokenSymbol symbol={symbol} />
                </Link>
              </span>
            ))}
            {pool.token_ids.length > known.length && known.length > 0 && " …"}{" "}
            <span className="small">
              <ExplorerLink chain={chain} kind="address" id={contract} isBare />
            </span>
          </span>
        </span>
      </th>
      <td className="wide-only">{nameType(pool.name)}</td>
      <td className="end">
        <UsdValue value={pool.deposit_usd_value ?? 0} isCompact isUnknown={pool.deposit_usd_value === null} />
      </td>
      <td className="end wide-only">
        {pool.deposit_user_count === null ? (
          <span className="quiet" title={t("parts.notKnown")}>
            –
          </span>
        ) : (
          formatCount(pool.deposit_user_count)
        )}
      </td>
    </tr>
  );
}
