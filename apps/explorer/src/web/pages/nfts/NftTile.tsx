import type { UserNft } from "@portico/client";
import { formatValue } from "../../currency/formatValue.ts";
import { memo } from "react";
import { plainText, perLocale } from "@portico/ui/browser";
import { NftPicture } from "./NftPicture.tsx";
import { nftTitle } from "./nftText.ts";
import { Message } from "../../languages/Message.tsx";

interface NftTileProps {
  readonly nft: UserNft;
  readonly open: (nft: UserNft) => void;
}

/** Shown on the image; the full number is in the NFT's dialog. */
const SHORT = perLocale((locale) => new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 }));

/** One NFT of the gallery; a click opens its details. */
export const NftTile = memo(function NftTile({ nft, open }: NftTileProps) {
  const { chain, contract_id: contract, inner_id: tokenId, contract_name: collection, usd_price: price, amount } = nft;
  return (
    <li>
      <button type="button" className="nft-tile" aria-haspopup="dialog" onClick={() => open(nft)}>
        <NftPicture chain={chain} contract={contract} tokenId={tokenId} name={nft.name || collection} />
        <bdi className="foreign">{plainText(nftTitle(nft), 60)}</bdi>
        {amount !== 1 && (
          <span className="nft-amount number">
            <Message
              id="nfts.heldCount"
              params={{ amount: SHORT().format(amount) }}
              tags={{ unseen: <span className="unseen" /> }}
            />
          </span>
        )}
        {price > 0 && <span className="quiet small number">{formatValue(price)}</span>}
      </button>
    </li>
  );
});
