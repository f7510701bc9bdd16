import type { Permission } from "./permission.ts";
import type { RevokeCall } from "./revokeCall.ts";
import { word } from "./revokeCall.ts";
import { openAccount, requestWallet, sendTransaction, SendProblem, type WalletAccount } from "./sendCall.ts";
import { t } from "../../languages/t.ts";

/** Of Permit2: uint48. */
const MAX_NONCE = (1n << 48n) - 1n;
const WORDS = /^0x(?:[0-9a-f]{64}){3}$/i;
const WORD_DIGITS = 64;

export interface CancelOrder extends WalletAccount {
  /** Within Permit2. */
  readonly permission: Pick<Permission, "contract" | "permit2" | "spender">;
}

/**
 * Requests a wallet to make the next permit that the owner may have signed for a spender of Permit2 invalid: such permits
 * are used in the order of their nonces. The nonce is read by the wallet's own node.
 * @returns The transaction's hash.
 * @throws SendProblem
 */
export async function cancelPermits({ permission, ...account }: CancelOrder): Promise<string> {
  const { contract: token, spender, permit2 } = permission;
  if (permit2 === null) throw new SendProblem(t("approvals.noNonce"));
  await openAccount(account);
  const data = `0x927da105${word(account.owner)}${word(token)}${word(spender)}`; // allowance(owner, token, spender)
  const answer = await requestWallet(account.provider, "eth_call", [{ to: permit2, data }, "latest"]);
  if (typeof answer !== "string" || !WORDS.test(answer)) throw new SendProblem(t("approvals.noNonce"));
  const nonce = BigInt(`0x${answer.slice(-WORD_DIGITS)}`);
  if (nonce >= MAX_NONCE) throw new SendProblem(t("approvals.noNonce"));
  return await sendTransaction(account, invalidateNonces(permit2, { token, spender, nonce: nonce + 1n }));
}

/** invalidateNonces(address token, address spender, uint48 newNonce) */
const invalidateNonces = (
  to: string,
  { token, spender, nonce }: { readonly token: string; readonly spender: string; readonly nonce: bigint },
): RevokeCall => ({
  to,
  data: `0x65d9723c${word(token)}${word(spender)}${word(`0x${nonce.toString(16)}`)}`,
  signature: `invalidateNonces(${token}, ${spender}, ${nonce})`,
});
