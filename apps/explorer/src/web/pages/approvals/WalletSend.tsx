import { Button, Copyable, Note } from "@portico/ui";
import { type Wallet } from "@portico/ui/browser";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useWallets } from "../../shell/useWallets.ts";
import { OpenOnPhone } from "./OpenOnPhone.tsx";
import type { RevokeCall } from "./revokeCall.ts";
import { sendCall } from "./sendCall.ts";
import { SendFailure, WalletButtons } from "./WalletButtons.tsx";

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
        <p className="hint">No wallet found in this browser: send the call above with your own wallet.</p>
        <OpenOnPhone />
      </>
    );
  return (
    <div className="wallet-send">
      <SendFailure error={sending.error} title="Not sent" />
      <p className="hint">
        Do you want to send this on {chainName} now? Your wallet shows the call and asks again; this service never
        signs.
      </p>
      <WalletButtons wallets={wallets} sending={sending} label="Send" />
    </div>
  );
}

const Sent = ({ hash, refresh }: { readonly hash: string; readonly refresh: () => void }) => (
  <Note tone="good" title="Sent">
    <p>It takes effect once it is mined; the list then shows it.</p>
    <Copyable name="transaction hash" value={hash} />
    <Button size="small" onClick={refresh}>
      Refresh
    </Button>
  </Note>
);
