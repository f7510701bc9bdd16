import type { ReactNode } from "react";
import { Picture } from "./Picture.tsx";

interface CollectionPictureProps {
  readonly chain: string;
  readonly contract: string;
  /** For the monogram. */
  readonly name: string;
  readonly size?: number;
  /** Instead of the monogram. */
  readonly fallback?: ReactNode;
}

/** The image that a collection's contract has for itself, re-encoded by the page's own server. */
export const CollectionPicture = ({ chain, contract, ...rest }: CollectionPictureProps) => (
  <Picture
    {...rest}
    src={`/explorer/images/collection/${encodeURIComponent(chain)}/${encodeURIComponent(contract)}`}
    id={`${chain} ${contract}`}
    shape="square"
  />
);
