import { type ReactNode, useState } from "react";
import { Monogram, type MonogramProps } from "./Monogram.tsx";

interface PictureProps extends MonogramProps {
  /** On this server only: /explorer/images/… */
  readonly src: string;
  readonly size?: number;
  /** Instead of the monogram. */
  readonly fallback?: ReactNode;
}

/** Images that were not found, so that not every row requests them again. */
const missing = new Set<string>();

/** A small image, or a monogram or something else if there is none. Its meaning is in the text beside it. */
export function Picture({ src, size = 32, fallback, ...monogram }: PictureProps) {
  const [failed, setFailed] = useState<string>();
  if (failed === src || missing.has(src)) return fallback ?? <Monogram {...monogram} />;
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
        setFailed(src);
      }}
    />
  );
}
