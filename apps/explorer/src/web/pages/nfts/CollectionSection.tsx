import type { UserNft } from "@portico/client";
import { formatValue } from "../../currency/formatValue.ts";
import { useState } from "react";
import { Badge } from "@portico/ui";
import { shortAddress, plainText } from "@portico/ui/browser";
import { Link } from "@tanstack/react-router";
import { ChainBadge } from "../../parts/ChainBadge.tsx";
import { CollectionPicture } from "../../parts/CollectionPicture.tsx";
import { ShowMore } from "../../parts/ShowMore.tsx";
import { collectionPage } from "../../parts/subjectPaths.ts";
import type { NftGroup } from "./groupNfts.ts";
import { NftTile } from "./NftTile.tsx";
import { t } from "../../languages/t.ts";

interface CollectionSectionProps {
  readonly group: NftGroup;
  readonly open: (nft: UserNft) => void;
}

const FIRST = 12;
const STEP = 48;

/** The NFTs of one contract, initially the first dozen. */
export function CollectionSection({ group, open }: CollectionSectionProps) {
  const [count, setCount] = useState(FIRST);
  const { nfts, name, contract, chain } = group;
  const title = plainText(name, 60) || shortAddress(contract);
  return (
    // collections of the same name are common, as are their copies
    <section className="nfts-collection" aria-label={`${title} (${chain} ${shortAddress(contract)})`}>
      <header>
        <CollectionPicture chain={chain} contract={contract} name={name} size={24} />
        <h3>
          <Link {...collectionPage(chain, contract)}>
            <bdi className="foreign">{title}</bdi>
          </Link>
        </h3>
        <ChainBadge chain={chain} />
        {group.isBad ? (
          <Badge tone="caution">{t("nfts.suspicious")}</Badge>
        ) : (
          !group.isVerified && <Badge>{t("nfts.unverified")}</Badge>
        )}
        <p className="quiet small">
          {t("nfts.count", { count: nfts.length })}
          {group.lowestSale !== null && (
            <span title={t("nfts.lowestSaleHow")}>
              {" "}
              · {t("nfts.lowestSaleIs", { value: formatValue(group.lowestSale) })}
            </span>
          )}
          {group.usdValue > 0 && ` · ${formatValue(group.usdValue)}`}
        </p>
      </header>
      <ul className="nfts-gallery">
        {nfts.slice(0, count).map((nft) => (
          <NftTile key={nft.id} nft={nft} open={open} />
        ))}
      </ul>
      <ShowMore
        shown={Math.min(count, nfts.length)}
        total={nfts.length}
        step={STEP}
        things={t("shell.nfts")}
        show={setCount}
      />
    </section>
  );
}
