import type { PortfolioNft } from "@portico/client";
import { plainText } from "@portico/ui/browser";
import { NftPicture } from "../nfts/NftPicture.tsx";
import { nftTitle } from "../nfts/nftText.ts";
import { formatAmountText } from "../../parts/formatAmountText.ts";

interface NftRowProps {
  readonly label: string;
  readonly nfts: readonly PortfolioNft[];
}

/** NFTs of a position. */
export const NftRow = ({ label, nfts }: NftRowProps) => (
  <div className="position-nfts">
    <h5>{label}</h5>
    <ul>
      {nfts.map((nft) => (
        <li key={nft.id}>
          <NftPicture
            chain={nft.collection.chain_id}
            contract={nft.contract_id}
            tokenId={nft.inner_id}
            name={nft.name}
          />
          <bdi className="foreign small">{plainText(nftTitle(nft), 60)}</bdi>
          {nft.amount !== 1 && <span className="quiet small">× {formatAmountText(nft.amount)}</span>}
        </li>
      ))}
    </ul>
  </div>
);
