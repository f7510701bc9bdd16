import type { CollectionNft, UserNft } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { Copyable, Dialog } from "@portico/ui";
import { plainText } from "@portico/ui/browser";
import { formatAmountText } from "../../parts/formatAmountText.ts";
import { ChainBadge } from "../../parts/ChainBadge.tsx";
import { ExplorerLink } from "../../parts/ExplorerLink.tsx";
import { DetailRow } from "../../parts/DetailRow.tsx";
import { collectionPage } from "../../parts/subjectPaths.ts";
import { NftAcquired } from "./NftAcquired.tsx";
import { NftPicture } from "./NftPicture.tsx";
import { NftSales } from "./NftSales.tsx";
import { collectionName } from "./groupNfts.ts";
import { formatAttribute, nftTitle } from "./nftText.ts";
import { t } from "../../languages/t.ts";

/** An NFT of an owner, or of nobody in particular. */
type ShownNft = CollectionNft & Partial<Omit<UserNft, keyof CollectionNft>>;

interface NftDialogProps {
  readonly nft: ShownNft;
  /** Who holds it, if that is known. */
  readonly owner?: string;
  readonly close: () => void;
}

const MAX_ATTRIBUTES = 100;

/** The details of an NFT. Its author's content is rendered as text only. */
export function NftDialog({ nft, owner, close }: NftDialogProps) {
  const { chain, contract_id: contract, inner_id: tokenId, description } = nft;
  const collection = collectionName(nft);
  return (
    <Dialog title={plainText(nftTitle(nft), 80)} lead={<bdi>{plainText(collection, 80)}</bdi>} close={close}>
      <div className="nft-dialog">
        <NftPicture chain={chain} contract={contract} tokenId={tokenId} name={nft.name || collection} />
        {description !== "" && (
          <p className="nft-description">{plainText(description.replaceAll(/\s+/gu, " "), 1500)}</p>
        )}
        <dl className="facts">
          <NftDetails nft={nft} {...(owner !== undefined && { owner })} />
        </dl>
        <Attributes nft={nft} />
      </div>
    </Dialog>
  );
}

function NftDetails({ nft, owner }: Omit<NftDialogProps, "close">) {
  const { total_supply: supply } = nft;
  return (
    <>
      <DetailRow name={t("parts.chain")}>
        <ChainBadge chain={nft.chain} />
      </DetailRow>
      <DetailRow name={t("nfts.contract")}>
        <Copyable name={t("nfts.theContract")} value={nft.contract_id} />
        <ExplorerLink chain={nft.chain} kind="token" id={nft.contract_id} />
      </DetailRow>
      <DetailRow name={t("nfts.collection")}>
        <Link {...collectionPage(nft.chain, nft.contract_id)}>{t("nfts.allItems")}</Link>
      </DetailRow>
      <DetailRow name={t("nfts.tokenId")}>
        <Copyable name={t("nfts.theTokenId")} value={nft.inner_id} />
      </DetailRow>
      <DetailRow name={t("nfts.standard")}>{t("nfts.erc", { number: nft.is_erc1155 ? "1155" : "721" })}</DetailRow>
      {nft.is_erc1155 && nft.amount !== undefined && (
        <DetailRow name={t("nfts.held")}>
          {typeof supply === "number"
            ? t("nfts.heldOf", { amount: formatAmountText(nft.amount), supply: formatAmountText(supply) })
            : formatAmountText(nft.amount)}
        </DetailRow>
      )}
      {nft.protocol != null && (
        <DetailRow name={t("nfts.represents")}>
          {t("nfts.positionIn", { protocol: plainText(nft.protocol.name) })}
        </DetailRow>
      )}
      <NftSales nft={nft} />
      {owner !== undefined && <NftAcquired owner={owner} nft={nft} />}
      {nft.content !== "" && (
        <DetailRow name={t("nfts.content")}>
          <span className="mono nft-content">{plainText(nft.content, 200)}</span>
        </DetailRow>
      )}
    </>
  );
}

const Attributes = ({ nft: { attributes } }: { readonly nft: ShownNft }) =>
  attributes.length > 0 && (
    <>
      <h3>{t("nfts.attributes")}</h3>
      <dl className="nft-attributes">
        {attributes.slice(0, MAX_ATTRIBUTES).map((attribute, index) => (
          // names can occur twice
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index}>
            <dt>
              <bdi>{plainText(attribute.trait_type, 60) || "–"}</bdi>
            </dt>
            <dd>
              <bdi>{plainText(formatAttribute(attribute), 200)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {attributes.length > MAX_ATTRIBUTES && (
        <p className="quiet small">{t("nfts.moreAttributes", { count: attributes.length - MAX_ATTRIBUTES })}</p>
      )}
    </>
  );
