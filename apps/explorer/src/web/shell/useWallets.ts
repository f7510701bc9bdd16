import { searchWallets, type Wallet } from "@portico/ui/browser";
import { useEffect, useState } from "react";

export interface FoundWallets {
  readonly wallets: readonly Wallet[];
  /** Whether the time for wallets to announce themselves is over. */
  readonly isOver: boolean;
}

/** The wallets of this browser, as they announce themselves (EIP-6963). */
export function useWallets(): FoundWallets {
  const [found, setFound] = useState<FoundWallets>({ wallets: [], isOver: false });
  useEffect(() => {
    let isGone = false;
    const search = searchWallets((wallets) => {
      // the first may be reported before `search` is assigned
      queueMicrotask(() => {
        if (!isGone) setFound({ wallets: [...wallets], isOver: search.isOver() });
      });
    });
    return () => {
      isGone = true;
      search.stop();
    };
  }, []);
  return found;
}
