import { Copyable, Note } from "@portico/ui";
import type { Wallet } from "@portico/ui/browser";
import { useMutation } from "@tanstack/react-query";
import { useWallets } from "../../shell/useWallets.ts";
import { cancelPermits } from "./cancelPermits.ts";
import type { Permission } from "./permission.ts";
import { SendFailure, WalletButtons } from "./WalletButtons.tsx";

interface CancelPermitsProps {
  readonly owner: string;
  /** Within Permit2. */
  readonly permission: Permission;
  readonly chainId: number | undefined;
}

/** Offers to cancel permits that were signed for a spender of Permit2, which revoking leaves valid. */
export function CancelPermits({ owner, permission, chainId }: CancelPermitsProps) {
  const { wallets } = useWallets();
  const sending = useMutation({
    mutationFn: ({ provider }: Wallet) => cancelPermits({ provider, owner, chainId: chainId ?? 0, permission }),
  });
  return (
    <section className="cancel-permits" aria-labelledby="cancel-permits">
      <h3 id="cancel-permits">Signed permits</h3>
      <p className="hint">
        A permit that you signed for this spender and that nobody has used is not on the chain, and revoking leaves it
        valid: the spender could use it to get the permission again. Canceling it is a transaction of its own
        (invalidateNonces).
      </p>
      {sending.data !== undefined ? (
        <Note tone="good" title="Sent">
          <Copyable name="transaction hash" value={sending.data} />
        </Note>
      ) : (
        chainId !== undefined && (
          <>
            <SendFailure error={sending.error} title="Not sent" />
            <WalletButtons wallets={wallets} sending={sending} label="Cancel signed permits" />
          </>
        )
      )}
    </section>
  );
}
