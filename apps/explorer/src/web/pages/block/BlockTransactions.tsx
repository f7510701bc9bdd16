import { formatAmount, shortAddress } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { Badge } from "@portico/ui";
import { uiLocale } from "@portico/ui/browser";
import { t } from "../../languages/t.ts";
import { BLOCK_PAGE, type BlockFacts, type BlockTransactionFacts } from "../../../facts.ts";
import { useChains } from "../../api/useChains.ts";
import { AddressLink } from "../../parts/AddressLink.tsx";
import { blockPage, transactionPage } from "../../parts/subjectPaths.ts";

interface BlockTransactionsProps {
  readonly block: BlockFacts;
  /** How many were skipped. */
  readonly start: number;
}

const COIN_DECIMALS = 18;
const VALUE_DIGITS = 4;
const FEE_DIGITS = 6;

/** A page of a block's transactions, in its order. */
export function BlockTransactions({ block, start }: BlockTransactionsProps) {
  const { chain, number, transactions } = block;
  const coin = useChains().get(chain)?.symbol ?? "";
  const page = (to: number) => blockPage(chain, number, to);
  return (
    <>
      <div className="table-frame">
        <table className="subject-table block-table">
          <caption className="unseen">{t("block.caption")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("shell.kindTransaction")}</th>
              <th scope="col">{t("block.from")}</th>
              <th scope="col">{t("block.to")}</th>
              <th scope="col" className="end">
                {t("overview.value")}
              </th>
              <th scope="col" className="end wide-only">
                {t("block.fee")}
              </th>
            </tr>
          </thead>
          <tbody>
            {transactions.map((one) => (
              <Row key={one.id} chain={chain} coin={coin} transaction={one} />
            ))}
          </tbody>
        </table>
      </div>
      {(start > 0 || block.has_more) && (
        <nav className="show-more" aria-label={t("block.pages")}>
          {start > 0 && (
            <Link {...page(Math.max(0, start - BLOCK_PAGE))} className="button small">
              {t("block.earlier")}
            </Link>
          )}
          {block.has_more && (
            <Link {...page(start + transactions.length)} className="button small">
              {t("block.later")}
            </Link>
          )}
        </nav>
      )}
    </>
  );
}

interface RowProps {
  readonly chain: string;
  readonly coin: string;
  readonly transaction: BlockTransactionFacts;
}

function Row({ chain, coin, transaction: one }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <Link {...transactionPage(chain, one.id)} className="mono" title={one.id}>
          {shortAddress(one.id)}
        </Link>{" "}
        {one.status === 0 && <Badge tone="bad">{t("block.failed")}</Badge>}
        {one.selector !== null && <span className="quiet small mono block-call">{one.selector}</span>}
      </th>
      <td data-name={t("block.fromMark")}>
        <AddressLink address={one.from_addr} isMarked />
      </td>
      <td data-name={t("block.toMark")}>
        {one.to_addr === null ? t("block.newContract") : <AddressLink address={one.to_addr} isMarked />}
      </td>
      <td className="end">
        <Coins raw={one.raw_value} digits={VALUE_DIGITS} coin={coin} />
      </td>
      <td className="end wide-only">
        {one.raw_fee === null ? "–" : <Coins raw={one.raw_fee} digits={FEE_DIGITS} coin={coin} />}
      </td>
    </tr>
  );
}

interface CoinsProps {
  readonly raw: string;
  readonly digits: number;
  readonly coin: string;
}

const Coins = ({ raw, digits, coin }: CoinsProps) => (
  <span className="number">
    {formatAmount(BigInt(raw), COIN_DECIMALS, { digits, locale: uiLocale() })} {coin}
  </span>
);
