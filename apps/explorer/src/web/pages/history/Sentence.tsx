import { Link } from "@tanstack/react-router";
import { useLabel } from "../../lists/listStore.ts";
import { assetPage } from "../../parts/subjectPaths.ts";
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
function Party({ address, words }: { readonly address: string; readonly words: string }) {
  const label = useLabel(address);
  return (
    <Link to="/address/$address" params={{ address }} search={{}} title={address} className="party">
      <bdi>{label ?? words}</bdi>
    </Link>
  );
}

/** Links to the asset's own page, if it has one. */
function Thing({ asset, words }: { readonly asset: Asset; readonly words: string }) {
  const target = assetPage(asset);
  const shown = (
    <bdi className="foreign wide" title={asset.contract === "" ? undefined : asset.contract}>
      {words}
    </bdi>
  );
  return (
    <strong>
      {target === undefined ? (
        shown
      ) : (
        <Link {...target} className="thing">
          {shown}
        </Link>
      )}
    </strong>
  );
}
