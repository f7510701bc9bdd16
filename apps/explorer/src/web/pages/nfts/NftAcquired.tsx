import type { UserNft } from "@portico/client";
import { Timestamp } from "@portico/ui";
import { Link } from "@tanstack/react-router";
import { useAnswer } from "../../api/explorerApi.ts";
import { DetailRow } from "../../parts/DetailRow.tsx";
import { transactionPage } from "../../parts/subjectPaths.ts";
import { t } from "../../languages/t.ts";

interface NftAcquiredProps {
  readonly owner: string;
  readonly nft: Pick<UserNft, "id" | "chain" | "contract_id">;
}

/** Of the collection's transactions of the owner, that many of the newest are searched. */
const SEARCHED = 20;

/** The transaction in which the owner last received an NFT, and the way to its others. */
export function NftAcquired({ owner, nft: { id, chain, contract_id: contract } }: NftAcquiredProps) {
  const query = { id: owner, chain_id: chain, token_id: contract, page_count: SEARCHED };
  const { data } = useAnswer("/v1/user/history_list", { params: { query } });
  const found = data?.data[0]?.history_list.find(({ receives }) => receives.some((one) => one.token_id === id));
  return (
    <DetailRow name={t("nfts.lastReceived")}>
      {found !== undefined && (
        <>
          <Link {...transactionPage(chain, found.id, owner)}>
            <Timestamp timeAt={found.time_at} />
          </Link>{" "}
          ·{" "}
        </>
      )}
      <Link to="/address/$address/history" params={{ address: owner }} search={{ chain, token: contract }}>
        {t("nfts.history")}
      </Link>
    </DetailRow>
  );
}
