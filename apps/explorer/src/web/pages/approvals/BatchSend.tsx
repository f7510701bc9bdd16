import { Button, Copyable, Note } from "@portico/ui";
import { plural, type Wallet } from "@portico/ui/browser";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWallets } from "../../shell/useWallets.ts";
import type { RevokeCall } from "./revokeCall.ts";
import { type BatchStatus, readBatchStatus, sendBatch } from "./sendBatch.ts";
import { SendFailure, WalletButtons } from "./WalletButtons.tsx";

interface BatchSendProps {
  readonly owner: string;
  readonly calls: readonly RevokeCall[];
  readonly chainId: number | undefined;
}

/** Sends the calls of a chain with a wallet of this browser, and shows how far it is. */
export function BatchSend({ owner, calls, chainId }: BatchSendProps) {
  const { wallets, isOver } = useWallets();
  const [hashes, setHashes] = useState<readonly string[]>([]);
  const [batch, setBatch] = useState<{ readonly wallet: Wallet; readonly id: string }>();
  const left = calls.slice(hashes.length);
  const sending = useMutation({
    mutationFn: async (wallet: Wallet) => {
      const onSent = (hash: string) => setHashes((before) => [...before, hash]);
      const { provider } = wallet;
      const sent = await sendBatch({ provider, owner, chainId: chainId ?? 0, calls: left, onSent });
      if ("id" in sent) setBatch({ wallet, id: sent.id });
    },
  });
  if (batch !== undefined) return <BatchState wallet={batch.wallet} id={batch.id} />;
  return (
    <div className="wallet-send">
      {hashes.length > 0 && <SentCalls hashes={hashes} total={calls.length} />}
      <SendFailure error={sending.error} title={hashes.length > 0 ? "The others were not sent" : "Not sent"} />
      {wallets.length === 0 && isOver && (
        <p className="hint">No wallet found in this browser: revoke each one to see its call.</p>
      )}
      {left.length > 0 && chainId !== undefined && (
        <WalletButtons wallets={wallets} sending={sending} label={`Send ${plural(left.length, "transaction")}`} />
      )}
    </div>
  );
}

function SentCalls({ hashes, total }: { readonly hashes: readonly string[]; readonly total: number }) {
  const queries = useQueryClient();
  return (
    <Note tone="good" title={`${hashes.length} of ${total} sent`}>
      <ol className="revoke-calls">
        {hashes.map((hash) => (
          <li key={hash}>
            <Copyable name="transaction hash" value={hash} />
          </li>
        ))}
      </ol>
      {hashes.length === total && (
        <Button size="small" onClick={() => void queries.invalidateQueries()}>
          Refresh
        </Button>
      )}
    </Note>
  );
}

const POLL_MS = 2_000;
const STATES: Readonly<Record<BatchStatus, { tone: "bad" | "caution" | "good"; title: string; text: string }>> = {
  pending: { tone: "caution", title: "Sent as one", text: "It takes effect once it is mined." },
  done: { tone: "good", title: "Revoked", text: "The list shows it once the block is indexed." },
  failed: { tone: "bad", title: "Failed", text: "Nothing was revoked. Your wallet tells why." },
  "partly done": { tone: "caution", title: "Revoked in part", text: "Refresh the list to see what is left." },
};

/** A batch, until the wallet says how it ended. */
function BatchState({ wallet, id }: { readonly wallet: Wallet; readonly id: string }) {
  const queries = useQueryClient();
  const state = useQuery({
    queryKey: ["wallet-batch", wallet.id, id],
    queryFn: () => readBatchStatus(wallet.provider, id),
    refetchInterval: ({ state: { data } }) => (data === undefined || data === "pending" ? POLL_MS : false),
  });
  const { tone, title, text } = STATES[state.data ?? "pending"];
  return (
    <Note tone={tone} title={title}>
      <p>{text}</p>
      <Copyable name="batch id" value={id} />
      <Button
        size="small"
        onClick={() =>
          void queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== "wallet-batch" })
        }
      >
        Refresh
      </Button>
    </Note>
  );
}
