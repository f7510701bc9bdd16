import { Button, Copyable, Note } from "@portico/ui";
import type { Wallet } from "@portico/ui/browser";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWallets } from "../../shell/useWallets.ts";
import type { RevokeCall } from "./revokeCall.ts";
import { type BatchStatus, readBatchStatus, sendBatch } from "./sendBatch.ts";
import { SendFailure, WalletButtons } from "./WalletButtons.tsx";
import { t } from "../../languages/t.ts";

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
      <SendFailure
        error={sending.error}
        title={t(hashes.length > 0 ? "approvals.othersNotSent" : "approvals.notSent")}
      />
      {wallets.length === 0 && isOver && <p className="hint">{t("approvals.noWalletMany")}</p>}
      {left.length > 0 && chainId !== undefined && (
        <WalletButtons
          wallets={wallets}
          sending={sending}
          labelFor={(wallet) => t("approvals.sendManyWith", { count: left.length, wallet })}
        />
      )}
    </div>
  );
}

function SentCalls({ hashes, total }: { readonly hashes: readonly string[]; readonly total: number }) {
  const queries = useQueryClient();
  return (
    <Note tone="good" title={t("approvals.sentOf", { count: hashes.length, total })}>
      <ol className="revoke-calls">
        {hashes.map((hash) => (
          <li key={hash}>
            <Copyable name={t("approvals.hash")} value={hash} />
          </li>
        ))}
      </ol>
      {hashes.length === total && (
        <Button size="small" onClick={() => void queries.invalidateQueries()}>
          {t("approvals.refresh")}
        </Button>
      )}
    </Note>
  );
}

const POLL_MS = 2_000;
const TONES = { pending: "caution", done: "good", failed: "bad", partly: "caution" } as const;

const describe = (status: BatchStatus): { title: string; text: string } =>
  ({
    pending: { title: t("approvals.pendingTitle"), text: t("approvals.pendingText") },
    done: { title: t("approvals.doneTitle"), text: t("approvals.doneText") },
    failed: { title: t("approvals.failedTitle"), text: t("approvals.failedText") },
    partly: { title: t("approvals.partlyTitle"), text: t("approvals.partlyText") },
  })[status];

/** A batch, until the wallet says how it ended. */
function BatchState({ wallet, id }: { readonly wallet: Wallet; readonly id: string }) {
  const queries = useQueryClient();
  const state = useQuery({
    queryKey: ["wallet-batch", wallet.id, id],
    queryFn: () => readBatchStatus(wallet.provider, id),
    refetchInterval: ({ state: { data } }) => (data === undefined || data === "pending" ? POLL_MS : false),
  });
  const status = state.data ?? "pending";
  const { title, text } = describe(status);
  return (
    <Note tone={TONES[status]} title={title}>
      <p>{text}</p>
      <Copyable name={t("approvals.batchId")} value={id} />
      <Button
        size="small"
        onClick={() =>
          void queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== "wallet-batch" })
        }
      >
        {t("approvals.refresh")}
      </Button>
    </Note>
  );
}
