import { Picture } from "./Picture.tsx";

interface TokenLogoProps {
  readonly chain: string;
  readonly id: string;
  readonly symbol: string;
  /** Shows the chain's logo in a corner. */
  readonly isOnChain?: boolean;
}

export const TokenLogo = ({ chain, id, symbol, isOnChain = false }: TokenLogoProps) => (
  <span className="token-logo">
    <Picture src={`/explorer/images/token/${segment(chain)}/${segment(id)}`} name={symbol} id={`${chain} ${id}`} />
    {isOnChain && (
      <span className="corner">
        <Picture src={`/explorer/images/chain/${segment(chain)}`} name={chain} id={chain} size={14} />
      </span>
    )}
  </span>
);

const segment = encodeURIComponent;
