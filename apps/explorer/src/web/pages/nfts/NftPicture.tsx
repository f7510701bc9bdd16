import { Picture } from "../../parts/Picture.tsx";

interface NftPictureProps {
  readonly chain: string;
  readonly contract: string;
  readonly tokenId: string;
  /** Of the NFT, otherwise of its collection: for the monogram. */
  readonly name: string;
}

const SIZE = 512;
const segment = encodeURIComponent;

/** An NFT's image, re-encoded by the page's own server; a monogram if there is none. */
export const NftPicture = ({ chain, contract, tokenId, name }: NftPictureProps) => (
  <span className="nft-picture">
    <Picture
      src={`/explorer/images/nft/${segment(chain)}/${segment(contract)}/${segment(tokenId)}`}
      name={name}
      id={`${chain} ${contract}`}
      shape="square"
      size={SIZE}
    />
  </span>
);
