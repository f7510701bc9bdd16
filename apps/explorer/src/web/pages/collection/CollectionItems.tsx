import type { CollectionNft } from "@portico/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Image } from "lucide-react";
import { useState } from "react";
import { Button, Card, EmptyState } from "@portico/ui";
import { plainText } from "@portico/ui/browser";
import { t } from "../../languages/t.ts";
import { readAnswer } from "../../api/explorerApi.ts";
import { FailureNote } from "../../parts/FailureNote.tsx";
import { Skeleton } from "../../parts/Skeleton.tsx";
import { Source } from "../../parts/Source.tsx";
import { NftDialog } from "../nfts/NftDialog.tsx";
import { NftPicture } from "../nfts/NftPicture.tsx";
import { nftTitle } from "../nfts/nftText.ts";
import "../../style/nfts.css";

interface CollectionItemsProps {
  readonly chain: string;
  readonly address: string;
}

const PAGE = 24;

/** The NFTs of a collection that are known, by token id. */
export function CollectionItems({ chain, address }: CollectionItemsProps) {
  const [opened, setOpened] = useState<CollectionNft>();
  const query = useInfiniteQuery({
    queryKey: ["collection", chain, address],
    queryFn: ({ pageParam: start, signal }) =>
      readAnswer(
        "/v1/collection/nft_list",
        { params: { query: { chain_id: chain, id: address, start, limit: PAGE } } },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.data.length < PAGE ? undefined : pages.length * PAGE),
  });
  const { data, error, isFetching, refetch } = query;
  const items = data?.pages.flatMap((page) => page.data) ?? [];
  const [newest] = data?.pages ?? [];
  return (
    <Card
      title={t("collection.items")}
      actions={
        newest && (
          <Source
            label={t("collection.theItems")}
            meta={newest.meta}
            chain={chain}
            how={<p>{t("collection.itemsHow")}</p>}
          />
        )
      }
    >
      {data === undefined && error === null && <Skeleton label={t("collection.theItems")} look="cards" rows={8} />}
      {error !== null && <FailureNote error={error} retry={refetch} isBusy={isFetching} />}
      {data !== undefined && items.length === 0 && (
        <EmptyState icon={Image} title={t("collection.noItems")} text={t("collection.noItemsText")} />
      )}
      <ul className="nfts-gallery">
        {items.map((nft) => (
          <li key={nft.id}>
            <button type="button" className="nft-tile" aria-haspopup="dialog" onClick={() => setOpened(nft)}>
              <NftPicture
                chain={chain}
                contract={nft.contract_id}
                tokenId={nft.inner_id}
                name={nft.name || nft.contract_name}
              />
              <bdi className="foreign">{plainText(nftTitle(nft), 60)}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <p className="show-more">
          <Button size="small" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t("collection.showMore")}
          </Button>
        </p>
      )}
      {opened !== undefined && <NftDialog nft={opened} close={() => setOpened(undefined)} />}
    </Card>
  );
}
