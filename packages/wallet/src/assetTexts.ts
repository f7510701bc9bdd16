import type { TxContract, TxNft, TxToken } from "@portico/contract";
import { formatAmount, shortenAddress, shortenName } from "@portico/transactions";

/** Texts of assets and contracts in sentences: short, because anybody can give a token any name. */

export const nameProtocol = ({ protocol }: TxContract): string | undefined =>
  protocol === null ? undefined : shortenName(protocol.name) || undefined;

export const nameToken = ({ symbol, id }: TxToken): string => shortenName(symbol ?? "") || shortenAddress(id);

export const describeAmount = (token: TxToken): string =>
  token.decimals === null ? `some ${nameToken(token)}` : `${formatAmount(token.amount)} ${nameToken(token)}`;

export const nameCollection = ({ name, id }: { name: string; id: string }): string =>
  shortenName(name) || shortenAddress(id.slice(id.indexOf(":") + 1));

export function nameNft({ contract_name: name, contract_id: id, inner_id: tokenId }: TxNft): string {
  const collection = nameCollection({ name, id });
  return tokenId === "" ? `an NFT of ${collection}` : `${collection} #${shortenName(tokenId)}`;
}

export const describeNft = (nft: TxNft): string => `${nft.amount === 1 ? "" : `${nft.amount} × `}${nameNft(nft)}`;
