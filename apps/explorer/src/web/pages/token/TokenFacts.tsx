import type { Token } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { Card, Timestamp } from "@portico/ui";
import { t } from "../../languages/t.ts";
import { useContract } from "../../api/facts.ts";
import { AddressLink } from "../../parts/AddressLink.tsx";
import { DetailRow } from "../../parts/DetailRow.tsx";
import { formatAmountText } from "../../parts/formatAmountText.ts";
import { protocolPage, transactionPage } from "../../parts/subjectPaths.ts";
import { UsdValue } from "../../parts/UsdValue.tsx";

/** What is known of a token besides its price. */
export function TokenFacts({ token }: { readonly token: Token }) {
  const { chain, id, decimals, total_supply: supply, price, protocol_id: protocol, time_at: timeAt } = token;
  const { data: contract } = useContract(chain, id);
  const deployedAt = contract?.time_at ?? (timeAt > 0 ? timeAt : undefined);
  return (
    <Card title={t("token.facts")}>
      <dl className="facts">
        <DetailRow name={t("token.totalSupply")}>
          {typeof supply === "number" ? formatAmountText(supply) : <Unknown />}
        </DetailRow>
        <DetailRow name={t("token.valueOfAll")}>
          {typeof supply === "number" && price > 0 ? <UsdValue value={supply * price} isCompact /> : <Unknown />}
        </DetailRow>
        <DetailRow name={t("token.decimals")}>{decimals ?? t("token.noDecimals")}</DetailRow>
        {id.startsWith("0x") ? (
          <>
            <DetailRow name={t("token.deployed")}>
              {deployedAt === undefined ? <Unknown /> : <Timestamp timeAt={deployedAt} />}
              {contract && (
                <>
                  {" · "}
                  <Link {...transactionPage(chain, contract.tx_id)}>{t("token.transaction")}</Link>
                </>
              )}
            </DetailRow>
            <DetailRow name={t("token.creator")}>
              {contract ? <AddressLink address={contract.creator} /> : <Unknown />}
            </DetailRow>
          </>
        ) : (
          <DetailRow name={t("token.kind")}>{t("token.nativeCoin")}</DetailRow>
        )}
        {protocol !== "" && (
          <DetailRow name={t("token.issuedBy")}>
            <Link {...protocolPage(protocol)}>{protocol}</Link>
          </DetailRow>
        )}
      </dl>
    </Card>
  );
}

const Unknown = () => <span className="quiet">{t("parts.notKnown")}</span>;
