import type { UserNft } from "@portico/client";
import { Timestamp } from "@portico/ui";
import { Link } from "@tanstack/react-router";
import type { NftSaleFacts } from "../../../facts.ts";
import { useNft } from "../../api/facts.ts";
import { formatValue } from "../../currency/formatValue.ts";
import { DetailRow } from "../../parts/DetailRow.tsx";
import { formatAmountText } from "../../parts/formatAmountText.ts";
import { TokenSymbol } from "../../parts/TokenSymbol.tsx";
import { transactionPage } from "../../parts/subjectPaths.ts";
import { Message } from "../../languages/Message.tsx";
import { t } from "../../languages/t.ts";

interface NftSalesProps {
  readonly nft: Pick<UserNft, "chain" | "contract_id" | "inner_id"> &
    Partial<Pick<UserNft, "pay_token" | "collection">>;
}

/** What was paid for an NFT and its like, as far as the index has seen it. */
export function NftSales({
  nft: { chain, contract_id: contract, inner_id: tokenId, pay_token: paid, collection },
}: NftSalesProps) {
  const { data } = useNft(chain, contract, tokenId);
  const lowest = collection?.lowest_sale_price;
  const sales = data?.sales ?? [];
  return (
    <>
      <DetailRow name={t("nfts.lastSale")}>
        {sales[0] !== undefined ? (
          <Sale chain={chain} sale={sales[0]} />
        ) : paid != null ? (
          <>
            {formatAmountText(paid.amount)} <TokenSymbol symbol={paid.optimized_symbol} />
          </>
        ) : (
          <span className="quiet">{t("nfts.noSale")}</span>
        )}
      </DetailRow>
      {sales.length > 1 && (
        <DetailRow name={t("nfts.earlierSales")}>
          <ul className="nft-sales">
            {sales.slice(1).map((sale) => (
              <li key={`${sale.tx_id} ${sale.time_at} ${sale.amount}`}>
                <Sale chain={chain} sale={sale} />
              </li>
            ))}
          </ul>
        </DetailRow>
      )}
      {typeof lowest === "number" && (
        <DetailRow name={t("nfts.lowestSale")}>
          {formatValue(lowest)} <span className="quiet small">{t("nfts.lowestSaleHow")}</span>
        </DetailRow>
      )}
    </>
  );
}

const Sale = ({
  chain,
  sale: { tx_id: id, time_at: timeAt, symbol, amount, usd_value: usd },
}: {
  readonly chain: string;
  readonly sale: NftSaleFacts;
}) => (
  <>
    {amount === null ? (
      <Message id="nfts.unknownAmountOf" params={{ currency: <TokenSymbol symbol={symbol} /> }} />
    ) : (
      <>
        {formatAmountText(amount)} <TokenSymbol symbol={symbol} />
      </>
    )}
    {usd > 0 && <span className="quiet"> {t("nfts.worthNow", { value: formatValue(usd) })}</span>} ·{" "}
    <Link {...transactionPage(chain, id)}>
      <Timestamp timeAt={timeAt} />
    </Link>
  </>
);
