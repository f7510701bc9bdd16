import { formatUsd, type UserNft } from "@portico/client";
import { Copyable, Dialog } from "@portico/ui";
import { plainText } from "@portico/ui/browser";
import { amountWords } from "../../parts/amountWords.ts";
import { ChainBadge } from "../../parts/ChainBadge.tsx";
import { ExplorerLink } from "../../parts/ExplorerLink.tsx";
import { FactLine } from "../../parts/FactLine.tsx";
import { TokenSymbol } from "../../parts/TokenSymbol.tsx";
import { NftPicture } from "./NftPicture.tsx";
import { collectionName } from "./groupNfts.ts";
import { attributeWords, nftTitle } from "./nftWords.ts";

interface NftDialogProps {
  readonly nft: UserNft;
  readonly close: () => void;
}

const MOST_ATTRIBUTES = 100;

/** The details of an NFT. Its author's content is rendered as text only. */
export function NftDialog({ nft, close }: NftDialogProps) {
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
          <Facts nft={nft} />
        </dl>
        <Attributes nft={nft} />
      </div>
    </Dialog>
  );
}

function Facts({ nft }: { readonly nft: UserNft }) {
  const { pay_token: paid, collection, total_supply: supply } = nft;
  return (
    <>
      <FactLine name="Chain">
        <ChainBadge chain={nft.chain} />
      </FactLine>
      <FactLine name="Contract">
        <Copyable name="the contract's address" value={nft.contract_id} />
        <ExplorerLink chain={nft.chain} kind="token" id={nft.contract_id} />
      </FactLine>
      <FactLine name="Token id">
        <Copyable name="the token id" value={nft.inner_id} />
      </FactLine>
      <FactLine name="Standard">{nft.is_erc1155 ? "ERC-1155" : "ERC-721"}</FactLine>
      {nft.is_erc1155 && (
        <FactLine name="Held">
          {amountWords(nft.amount)}
          {typeof supply === "number" && ` of ${amountWords(supply)}`}
        </FactLine>
      )}
      {nft.protocol !== null && <FactLine name="Stands for">A position in {plainText(nft.protocol.name)}</FactLine>}
      {nft.usd_price > 0 && <FactLine name="Price">{formatUsd(nft.usd_price)}</FactLine>}
      {paid !== null && (
        <FactLine name="Last sale">
          {amountWords(paid.amount)} <TokenSymbol symbol={paid.optimized_symbol} />
        </FactLine>
      )}
      {typeof collection?.floor_price === "number" && (
        <FactLine name="Floor">{formatUsd(collection.floor_price)}</FactLine>
      )}
      {nft.content !== "" && (
        <FactLine name="Content">
          <span className="mono nft-content">{plainText(nft.content, 200)}</span>
        </FactLine>
      )}
    </>
  );
}

const Attributes = ({ nft: { attributes } }: { readonly nft: UserNft }) =>
  attributes.length > 0 && (
    <>
      <h3>Attributes</h3>
      <dl className="nft-attributes">
        {attributes.slice(0, MOST_ATTRIBUTES).map((attribute, place) => (
          // names can occur twice
          // oxlint-disable-next-line react/no-array-index-key
          <div key={place}>
            <dt>
              <bdi>{plainText(attribute.trait_type, 60) || "–"}</bdi>
            </dt>
            <dd>
              <bdi>{plainText(attributeWords(attribute), 200)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {attributes.length > MOST_ATTRIBUTES && (
        <p className="quiet small">{attributes.length - MOST_ATTRIBUTES} more are not shown.</p>
      )}
    </>
  );
