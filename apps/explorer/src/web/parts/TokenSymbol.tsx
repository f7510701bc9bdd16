import { plainText } from "@portico/ui/browser";

const LONGEST = 24;

/** A stranger's word: it can't turn the direction of the text around it, and never takes more than its place. */
export function TokenSymbol({ symbol }: { readonly symbol: string }) {
  const plain = plainText(symbol, LONGEST);
  return (
    <bdi className="foreign" title={plain}>
      {plain === "" ? "?" : plain}
    </bdi>
  );
}
