import type { RevokeCall } from "./revokeCall.ts";
import { openAccount, requestWallet, SendProblem, sendTransaction, toHex, type WalletAccount } from "./sendCall.ts";
import { t } from "../../languages/t.ts";

export interface BatchOrder extends WalletAccount {
  readonly calls: readonly RevokeCall[];
  /** Called after each transaction, where the wallet takes one at a time. */
  readonly onSent: (hash: string) => void;
}

/** How a wallet has taken calls: as one batch that it names, or each as a transaction. */
export type SentBatch = { readonly id: string } | { readonly hashes: readonly string[] };

/** Of a batch, as the wallet tells it: EIP-5792's codes by their hundreds. */
export type BatchStatus = "pending" | "done" | "failed" | "partly";

const LONGEST_ID = 8_194; // EIP-5792

/**
 * Requests a wallet to send calls: as one batch if it sends them as a whole on this chain (EIP-5792), else one after the
 * other, until one is rejected.
 * @throws SendProblem; what `onSent` was called with before has been sent.
 */
export async function sendBatch({ calls, onSent, ...account }: BatchOrder): Promise<SentBatch> {
  await openAccount(account);
  if (calls.length > 1 && (await takesBatches(account))) return { id: await sendTogether(account, calls) };
  const hashes: string[] = [];
  for (const call of calls) {
    const hash = await sendTransaction(account, call);
    hashes.push(hash);
    onSent(hash);
  }
  return { hashes };
}

/** Whether the wallet can send calls on this chain as a whole, or asks its user to enable it. */
async function takesBatches({ provider, owner, chainId }: WalletAccount): Promise<boolean> {
  const wanted = toHex(chainId);
  try {
    const answer = await requestWallet(provider, "wallet_getCapabilities", [owner, [wanted]]);
    const chains = Object.entries((answer ?? {}) as Record<string, { atomic?: { status?: unknown } } | undefined>);
    const ofChain = chains.find(([id]) => Number(id) === chainId)?.[1];
    return ["supported", "ready"].includes(String(ofChain?.atomic?.status));
  } catch {
    return false; // a wallet without EIP-5792
  }
}

async function sendTogether(
  { provider, owner, chainId }: WalletAccount,
  calls: readonly RevokeCall[],
): Promise<string> {
  const batch = {
    version: "2.0.0",
    from: owner,
    chainId: toHex(chainId),
    atomicRequired: true,
    calls: calls.map(({ to, data }) => ({ to, data, value: "0x0" })),
  };
  const answer = await requestWallet(provider, "wallet_sendCalls", [batch]);
  const { id } = (answer ?? {}) as { id?: unknown };
  if (typeof id !== "string" || id === "" || id.length > LONGEST_ID) throw new SendProblem(t("approvals.noBatchName"));
  return id;
}

/** @throws SendProblem if the wallet doesn't tell it. */
export async function readBatchStatus(provider: WalletAccount["provider"], id: string): Promise<BatchStatus> {
  const answer = await requestWallet(provider, "wallet_getCallsStatus", [id]);
  const { status } = (answer ?? {}) as { status?: unknown };
  const hundreds = Math.floor(Number(status) / 100);
  if (hundreds === 1) return "pending";
  if (hundreds === 2) return "done";
  if (hundreds === 6) return "partly";
  if (hundreds === 4 || hundreds === 5) return "failed";
  throw new SendProblem(t("approvals.unknownState"));
}
