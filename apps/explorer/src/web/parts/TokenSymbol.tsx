import { plainText } from "@portico/ui/browser";

const LONGEST = 24;

/** Untrusted text: it can't change the direction of the text around it, and its width is limited. */
export function TokenSymbol({ symbol }: { readonly symbol: string }) {
  const plain = plainText(symbol, LONGEST);
  return (
    <bdi className="foreign" title={plain}>
      {plain === "" ? "?" : plain}
    </bdi>
  );
}
