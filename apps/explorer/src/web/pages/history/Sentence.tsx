import { Link } from "@tanstack/react-router";
import type { Asset } from "./asset.ts";
import { type Piece, pieceText } from "./piece.ts";

/** A sentence with untrusted words isolated: none of them can reverse, hide or stretch the rest. */
export const Sentence = ({ pieces }: { readonly pieces: readonly Piece[] }) =>
  // oxlint-disable-next-line react/no-array-index-key -- pieces have no other identity and never move
  pieces.map((piece, index) => <Word key={index} piece={piece} />);

function Word({ piece }: { readonly piece: Piece }) {
  if (piece.kind === "text") return piece.text;
  if (piece.kind === "name") return <bdi className="foreign wide">{piece.text}</bdi>;
  if (piece.kind === "party") return <Party address={piece.address} words={pieceText(piece)} />;
  return <Thing asset={piece.asset} words={pieceText(piece)} />;
}

/** Links to the address's page in this explorer only, never elsewhere. */
const Party = ({ address, words }: { readonly address: string; readonly words: string }) => (
  <Link to="/address/$address" params={{ address }} search={{}} title={address} className="party">
    <bdi>{words}</bdi>
  </Link>
);

const Thing = ({ asset, words }: { readonly asset: Asset; readonly words: string }) => (
  <strong>
    <bdi className="foreign wide" title={asset.contract === "" ? undefined : asset.contract}>
      {words}
    </bdi>
  </strong>
);
