import { Copyable, Note } from "@portico/ui";
import type { Wallet } from "@portico/ui/browser";
import { useMutation } from "@tanstack/react-query";
import { useWallets } from "../../shell/useWallets.ts";
import { cancelPermits } from "./cancelPermits.ts";
import type { Permission } from "./permission.ts";
import { SendFailure, WalletButtons } from "./WalletButtons.tsx";
import { Message } from "../../languages/Message.tsx";
import { t } from "../../languages/t.ts";

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
      <h3 id="cancel-permits">{t("approvals.permits")}</h3>
      <p className="hint">
        <Message id="approvals.permitsText" params={{ call: <code>invalidateNonces</code> }} />
      </p>
      {sending.data !== undefined ? (
        <Note tone="good" title={t("approvals.sent")}>
          <Copyable name={t("approvals.hash")} value={sending.data} />
        </Note>
      ) : (
        chainId !== undefined && (
          <>
            <SendFailure error={sending.error} title={t("approvals.notSent")} />
            <WalletButtons
              wallets={wallets}
              sending={sending}
              labelFor={(wallet) => t("approvals.cancelWith", { wallet })}
            />
          </>
        )
      )}
    </section>
  );
}
