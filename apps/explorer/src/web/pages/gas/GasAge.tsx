import { useEffect, useState } from "react";
import type { SourceChain } from "../../parts/sourceLines.ts";
import { formatSpan } from "../../parts/sourceLines.ts";

interface GasAgeProps {
  readonly market: { readonly dataUpdatedAt: number; readonly error: unknown; readonly isFetching: boolean };
  readonly chain: SourceChain | undefined;
}

const TICK_MS = 1000;

/** The block of the prices, and how long ago they were read. */
export function GasAge({ market: { dataUpdatedAt, error }, chain }: GasAgeProps) {
  const now = useNow();
  const seconds = Math.max(0, (now - dataUpdatedAt) / 1000);
  return (
    <p className={error === null ? "quiet small number" : "caution small number"}>
      {chain?.block !== undefined && <>Block {chain.block.toLocaleString("en")} · </>}
      {error === null ? "" : "not refreshed · "}
      {seconds < 5 ? "just now" : `${formatSpan(seconds)} ago`}
    </p>
  );
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
