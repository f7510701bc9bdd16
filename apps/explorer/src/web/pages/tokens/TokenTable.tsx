import type { ResultMeta, UserToken } from "@portico/client";
import { ArrowDown } from "lucide-react";
import { useMemo, useState } from "react";
import { ShowMore } from "../../parts/ShowMore.tsx";
import { TokenDialog } from "./TokenDialog.tsx";
import { orderTokens, type TokenColumn, type TokenOrder, turnOrder } from "./tokenOrder.ts";
import { CoinRows } from "./CoinRows.tsx";
import { groupByCoin } from "./groupByCoin.ts";
import { TokenRow } from "./TokenRow.tsx";
import "../../style/tokenList.css";
import { t } from "../../languages/t.ts";

interface TokenTableProps {
  readonly tokens: readonly UserToken[];
  /** The total for shares, in USD. */
  readonly total: number;
  /** Of the response with the tokens. */
  readonly meta: ResultMeta;
}

const FIRST = 100;
const STEP = 200;

const COLUMNS: readonly { readonly id: TokenColumn; readonly isEnd: boolean }[] = [
  { id: "token", isEnd: false },
  { id: "chain", isEnd: false },
  { id: "price", isEnd: true },
  { id: "change", isEnd: true },
  { id: "amount", isEnd: true },
  { id: "value", isEnd: true },
  { id: "share", isEnd: true },
];

/** Tokens as a table in any order; initially as many as a page can show at once, the rest on demand. */
export function TokenTable({ tokens, total, meta }: TokenTableProps) {
  const [order, setOrder] = useState<TokenOrder>({ column: "value", isDescending: true });
  const [count, setCount] = useState(FIRST);
  const [opened, setOpened] = useState<UserToken | undefined>();
  const ordered = useMemo(() => orderTokens(groupByCoin(tokens), order), [tokens, order]);
  const turn = (column: TokenColumn): void => {
    setOrder(turnOrder(order, column));
    setCount(FIRST);
  };
  return (
    <>
      <div className="table-frame token-list">
        <table aria-rowcount={ordered.length + 1}>
          <caption className="unseen">{t("tokens.caption")}</caption>
          <thead>
            <tr data-name={t("tokens.sort")}>
              {COLUMNS.map((column) => (
                <Heading key={column.id} {...column} order={order} turn={() => turn(column.id)} />
              ))}
            </tr>
          </thead>
          <tbody>
            {ordered
              .slice(0, count)
              .map((group) =>
                group.parts.length > 0 ? (
                  <CoinRows key={group.key} group={group} total={total} open={setOpened} />
                ) : (
                  <TokenRow key={group.key} token={group.token} total={total} open={setOpened} />
                ),
              )}
          </tbody>
        </table>
      </div>
      <ShowMore
        shown={Math.min(count, ordered.length)}
        total={ordered.length}
        step={STEP}
        things={t("tokens.label")}
        show={setCount}
      />
      {opened !== undefined && <TokenDialog token={opened} meta={meta} close={() => setOpened(undefined)} />}
    </>
  );
}

interface HeadingProps {
  readonly id: TokenColumn;
  readonly isEnd: boolean;
  readonly order: TokenOrder;
  readonly turn: () => void;
}

const Heading = ({ id, isEnd, order, turn }: HeadingProps) => (
  <th
    scope="col"
    className={isEnd ? "end" : ""}
    aria-sort={order.column === id ? (order.isDescending ? "descending" : "ascending") : "none"}
  >
    <button type="button" onClick={turn}>
      {id === "chain" ? t("parts.chain") : t(`tokens.${id}`)}
      <ArrowDown size={13} aria-hidden />
    </button>
  </th>
);
