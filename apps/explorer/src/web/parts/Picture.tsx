import { useState } from "react";
import { Monogram, type MonogramProps } from "./Monogram.tsx";

interface PictureProps extends MonogramProps {
  /** Of this server alone: /explorer/images/… */
  readonly src: string;
  readonly size?: number;
}

/** Pictures that weren't there, so that they aren't asked for again by every row. */
const missing = new Set<string>();

/** A small picture, or a monogram where there is none. What it shows stands beside it in words. */
export function Picture({ src, size = 32, ...monogram }: PictureProps) {
  const [isMissing, setIsMissing] = useState(missing.has(src));
  if (isMissing) return <Monogram {...monogram} />;
  return (
    <img
      className={`picture ${monogram.shape ?? "round"}`}
      src={src}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => {
        missing.add(src);
        setIsMissing(true);
      }}
    />
  );
}
