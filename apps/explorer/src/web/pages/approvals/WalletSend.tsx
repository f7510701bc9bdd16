import { Button, Copyable, Note } from "@portico/ui";
import { type Wallet } from "@portico/ui/browser";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useWallets } from "../../shell/useWallets.ts";
import type { RevokeCall } from "./revokeCall.ts";
import { sendCall, SendProblem } from "./sendCall.ts";

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
    return <p className="hint">No wallet found in this browser: send the call above with your own wallet.</p>;
  return (
    <div className="wallet-send">
      {sending.error !== null && (
        <Note tone="bad" title="Not sent">
          <p>{sending.error instanceof SendProblem ? sending.error.message : "Something went wrong. Try again."}</p>
        </Note>
      )}
      <p className="hint">
        Do you want to send this on {chainName} now? Your wallet shows the call and asks again; this service never
        signs.
      </p>
      <div className="actions end">
        {wallets.map((wallet) => (
          <Button
            key={wallet.id}
            look="danger main"
            isBusy={sending.isPending && sending.variables.id === wallet.id}
            isOff={sending.isPending}
            onClick={() => sending.mutate(wallet)}
          >
            Send with {wallet.name}
          </Button>
        ))}
      </div>
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
