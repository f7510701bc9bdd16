import { Cells } from "../../parts/Cells.tsx";

const DIGITS = 40;
const END = 1n << 160n;
/** Of the golden ratio: consecutive numbers get colours far apart. */
const STEP = 0x9e3779b97f4a7c15f39cc0605cedc8341082276bn;

/** An image derived from an NFT's contract and number. */
export const NftMark = ({ contract, tokenId }: { readonly contract: string; readonly tokenId: string }) => {
  const seed = (BigInt(contract) + (BigInt(tokenId) + 1n) * STEP) % END;
  return <Cells className="nft-mark" seed={`0x${seed.toString(16).padStart(DIGITS, "0")}`} />;
};
