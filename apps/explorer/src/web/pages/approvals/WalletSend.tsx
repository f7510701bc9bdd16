import { Button, Copyable, Note } from "@portico/ui";
import { type Wallet } from "@portico/ui/browser";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useWallets } from "../../shell/useWallets.ts";
import { OpenOnPhone } from "./OpenOnPhone.tsx";
import type { RevokeCall } from "./revokeCall.ts";
import { sendCall } from "./sendCall.ts";
import { SendFailure, WalletButtons } from "./WalletButtons.tsx";
import { t } from "../../languages/t.ts";

interface WalletSendProps {
  readonly owner: string;
  readonly call: RevokeCall;
  readonly chainId: number | undefined;
  readonly chainName: string;
}

/** Offers to send the call with each wallet of this browser; the wallet displays it and requests confirmation. */
export function WalletSend({ owner, call, chainId, chainName }: WalletSendProps) {
  const { wallets, isOver } = useWallets();
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: ({ provider }: Wallet) => sendCall({ provider, owner, chainId: chainId ?? 0, call }),
  });
  if (sending.data !== undefined) return <Sent hash={sending.data} refresh={() => void queries.invalidateQueries()} />;
  if (chainId === undefined || (wallets.length === 0 && !isOver)) return null;
  if (wallets.length === 0)
    return (
      <>
        <p className="hint">{t("approvals.noWallet")}</p>
        <OpenOnPhone />
      </>
    );
  return (
    <div className="wallet-send">
      <SendFailure error={sending.error} title={t("approvals.notSent")} />
      <p className="hint">{t("approvals.sendNow", { chain: chainName })}</p>
      <WalletButtons wallets={wallets} sending={sending} labelFor={(wallet) => t("approvals.sendWith", { wallet })} />
    </div>
  );
}

const Sent = ({ hash, refresh }: { readonly hash: string; readonly refresh: () => void }) => (
  <Note tone="good" title={t("approvals.sent")}>
    <p>{t("approvals.sentText")}</p>
    <Copyable name={t("approvals.hash")} value={hash} />
    <Button size="small" onClick={refresh}>
      {t("approvals.refresh")}
    </Button>
  </Note>
);
