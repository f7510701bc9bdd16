import { type Provider, readAccounts } from "@portico/ui/browser";
import type { RevokeCall } from "./revokeCall.ts";
import { t } from "../../languages/t.ts";

/** A wallet's account on a chain. */
export interface WalletAccount {
  readonly provider: Provider;
  /** The account that must send, in lower case. */
  readonly owner: string;
  /** EIP-155. */
  readonly chainId: number;
}

/** Why a transaction was not sent, in words for the user. */
export class SendProblem extends Error {
  override readonly name = "SendProblem";
}

/**
 * Requests a wallet to send a call, from its account and on its chain: the wallet displays it and requests consent.
 * @returns The transaction's hash.
 * @throws SendProblem
 */
export async function sendCall({ call, ...account }: WalletAccount & { readonly call: RevokeCall }): Promise<string> {
  await openAccount(account);
  return await sendTransaction(account, call);
}

/** Makes the wallet ready to send from the account on the chain. @throws SendProblem if it can't or the user won't */
export async function openAccount({ provider, owner, chainId }: WalletAccount): Promise<void> {
  const request = (method: string, ...params: unknown[]) => requestWallet(provider, method, params);
  const accounts = readAccounts(await request("eth_requestAccounts"));
  if (!accounts.includes(owner)) throw new SendProblem(t("approvals.notShared", { owner }));
  const wanted = toHex(chainId);
  if (isSame(await request("eth_chainId"), wanted)) return;
  await request("wallet_switchEthereumChain", { chainId: wanted });
  if (!isSame(await request("eth_chainId"), wanted)) throw new SendProblem(t("approvals.otherChain"));
}

/** @returns The transaction's hash. @throws SendProblem */
export async function sendTransaction({ provider, owner, chainId }: WalletAccount, call: RevokeCall): Promise<string> {
  const transaction = {
    from: owner,
    to: call.to,
    data: call.data,
    value: "0x0",
    chainId: toHex(chainId), // so that a wallet that has switched chains meanwhile rejects
  };
  const hash = await requestWallet(provider, "eth_sendTransaction", [transaction]);
  if (typeof hash !== "string" || !/^0x[0-9a-f]{64}$/i.test(hash)) throw new SendProblem(t("approvals.noHash"));
  return hash.toLowerCase();
}

/** A quantity, as wallets take it. */
export const toHex = (chainId: number): string => `0x${chainId.toString(16)}`;

const isSame = (chain: unknown, wanted: string): boolean =>
  typeof chain === "string" && Number(chain) === Number(wanted);

const REFUSED = 4001; // EIP-1193
const UNKNOWN_CHAIN = 4902; // EIP-3326

/** @throws SendProblem */
export async function requestWallet(provider: Provider, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    return await provider.request({ method, params });
  } catch (cause) {
    const { code } = (cause ?? {}) as { code?: unknown };
    if (code === REFUSED) throw new SendProblem(t("approvals.rejected"), { cause });
    if (code === UNKNOWN_CHAIN) throw new SendProblem(t("approvals.unknownChain"), { cause });
    throw new SendProblem(t("approvals.walletError"), { cause });
  }
}
