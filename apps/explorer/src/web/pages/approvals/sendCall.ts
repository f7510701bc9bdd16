import { type Provider, readAccounts } from "@portico/ui/browser";
import type { RevokeCall } from "./revokeCall.ts";

interface SendOrder {
  readonly provider: Provider;
  /** The account that must send it, in lower case. */
  readonly owner: string;
  /** EIP-155. */
  readonly chainId: number;
  readonly call: RevokeCall;
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
export async function sendCall({ provider, owner, chainId, call }: SendOrder): Promise<string> {
  const request = (method: string, ...params: unknown[]) => requestWallet(provider, method, params);
  const accounts = readAccounts(await request("eth_requestAccounts"));
  if (!accounts.includes(owner))
    throw new SendProblem(
      `Your wallet doesn't share ${owner} with this page: choose that account in the wallet, then try again.`,
    );
  const wanted = `0x${chainId.toString(16)}`;
  if (!isSame(await request("eth_chainId"), wanted)) {
    await request("wallet_switchEthereumChain", { chainId: wanted });
    if (!isSame(await request("eth_chainId"), wanted)) throw new SendProblem("Your wallet is still on another chain.");
  }
  const hash = await request("eth_sendTransaction", {
    from: owner,
    to: call.to,
    data: call.data,
    value: "0x0",
    chainId: wanted, // so that a wallet that has switched chains meanwhile rejects
  });
  if (typeof hash !== "string" || !/^0x[0-9a-f]{64}$/i.test(hash))
    throw new SendProblem("Your wallet didn't return the transaction's hash: check it there.");
  return hash.toLowerCase();
}

const isSame = (chain: unknown, wanted: string): boolean =>
  typeof chain === "string" && Number(chain) === Number(wanted);

const REFUSED = 4001; // EIP-1193
const UNKNOWN_CHAIN = 4902; // EIP-3326

async function requestWallet(provider: Provider, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    return await provider.request({ method, params });
  } catch (cause) {
    const { code } = (cause ?? {}) as { code?: unknown };
    if (code === REFUSED) throw new SendProblem("You rejected the request in the wallet. Nothing was sent.", { cause });
    if (code === UNKNOWN_CHAIN)
      throw new SendProblem("Your wallet doesn't know this chain: add it there first.", { cause });
    throw new SendProblem("Your wallet reported an error. As far as it reported, nothing was sent.", { cause });
  }
}
