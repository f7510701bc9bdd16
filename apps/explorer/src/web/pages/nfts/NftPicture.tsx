import { CollectionPicture } from "../../parts/CollectionPicture.tsx";
import { Picture } from "../../parts/Picture.tsx";
import { NftMark } from "./NftMark.tsx";
import { shortNumber } from "./nftText.ts";

interface NftPictureProps {
  readonly chain: string;
  readonly contract: string;
  readonly tokenId: string;
  /** Of the NFT, otherwise of its collection. */
  readonly name: string;
}

const SIZE = 512;
const segment = encodeURIComponent;

/**
 * An NFT's image, re-encoded by the page's own server; if there is none, its number on the collection's image, else on one
 * derived from the number.
 */
export const NftPicture = ({ chain, contract, tokenId, name }: NftPictureProps) => (
  <span className="nft-picture">
    <Picture
      src={`/explorer/images/nft/${segment(chain)}/${segment(contract)}/${segment(tokenId)}`}
      name={name}
      id={`${chain} ${contract}`}
      shape="square"
      size={SIZE}
      fallback={
        <>
          <CollectionPicture
            chain={chain}
            contract={contract}
            name={name}
            size={SIZE}
            fallback={<NftMark contract={contract} tokenId={tokenId} />}
          />
          <span className="nft-number number" aria-hidden>
            {shortNumber(tokenId)}
          </span>
        </>
      }
    />
  </span>
);
