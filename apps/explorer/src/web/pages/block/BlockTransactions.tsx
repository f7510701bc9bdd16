import { formatAmount, shortAddress } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { Badge } from "@portico/ui";
import type { BlockFacts, BlockTransactionFacts } from "../../../facts.ts";
import { useChains } from "../../api/useChains.ts";
import { AddressLink } from "../../parts/AddressLink.tsx";
import { blockPage, transactionPage } from "../../parts/subjectPaths.ts";

interface BlockTransactionsProps {
  readonly block: BlockFacts;
  /** How many were skipped. */
  readonly start: number;
}

const COIN_DECIMALS = 18;
const SHORT = { digits: 4, locale: "en" } as const;

/** A page of a block's transactions, in its order. */
export function BlockTransactions({ block, start }: BlockTransactionsProps) {
  const { chain, number, transactions } = block;
  const coin = useChains().get(chain)?.symbol ?? "";
  const page = (to: number) => blockPage(chain, number, to);
  return (
    <>
      <div className="table-frame">
        <table className="subject-table block-table">
          <caption className="unseen">Transactions of the block</caption>
          <thead>
            <tr>
              <th scope="col">Transaction</th>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col" className="end">
                Value
              </th>
              <th scope="col" className="end wide-only">
                Fee
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
        <nav className="show-more" aria-label="Pages of transactions">
          {start > 0 && (
            <Link {...page(Math.max(0, start - transactions.length))} className="button small">
              Earlier in the block
            </Link>
          )}
          {block.has_more && (
            <Link {...page(start + transactions.length)} className="button small">
              Later in the block
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
        {one.status === 0 && <Badge tone="bad">Failed</Badge>}
        {one.selector !== null && <span className="quiet small mono block-call">{one.selector}</span>}
      </th>
      <td data-name="from">
        <AddressLink address={one.from_addr} isMarked />
      </td>
      <td data-name="to">{one.to_addr === null ? "New contract" : <AddressLink address={one.to_addr} isMarked />}</td>
      <td className="end">
        {formatAmount(BigInt(one.raw_value), COIN_DECIMALS, SHORT)} {coin}
      </td>
      <td className="end wide-only">
        {one.raw_fee === null ? "–" : `${formatAmount(BigInt(one.raw_fee), COIN_DECIMALS, FEE)} ${coin}`}
      </td>
    </tr>
  );
}

const FEE = { digits: 6, locale: "en" } as const;
