import { useState } from "react";

/**
 * A logo is on a third-party server, which must not learn whose page this is; without one, the first letter is shown.
 */
export function Logo({ url, symbol }: { readonly url: string | null; readonly symbol: string }) {
  const [isBroken, setBroken] = useState(false);
  if (url === null || !url.startsWith("https://") || isBroken)
    return <bdi aria-hidden="true">{String.fromCodePoint(symbol.codePointAt(0) ?? 63)}</bdi>;
  return (
    <img
      src={url}
      alt=""
      width={20}
      height={20}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}
