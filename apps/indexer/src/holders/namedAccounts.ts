import { topics } from "@portico/evm";
import type { Address, Chain } from "@portico/evm";
import type { RpcLog } from "viem";
import { eventsWithoutBalances } from "../decode/eventsWithoutBalances.ts";
import { isAddressWord, toAddress } from "../decode/logDecoder.ts";

/** Accounts that logs of a token name. */
export interface NamedAccounts {
  accounts: Set<Address>;
  /** Whether a log shows that the token is fungible. */
  isFungible: boolean;
}

export const createNamedAccounts = (): NamedAccounts => ({ accounts: new Set(), isFungible: false });

const IGNORED = new Set<string>(eventsWithoutBalances);

/**
 * Adds the accounts that a log of a token names, in topics of any event: of some tokens, balances change without a
 * Transfer.
 */
export function addNamedAccounts(
  named: NamedAccounts,
  chain: Chain,
  log: Pick<RpcLog, "address" | "data" | "topics">,
): void {
  const [topic, ...words] = log.topics;
  if (topic === undefined || IGNORED.has(topic)) return;
  if (topic === topics.transfer && words.length === 3) return; // of an NFT
  if (topic === topics.transfer ? words.length === 2 : isWrap(chain, topic, log)) named.isFungible = true;
  for (const [index, word] of words.entries()) {
    const isRecipient = topic === topics.transfer && index === 1; // the zero address may be one
    if (isAddressWord(word) && (isRecipient || !NUMBER.test(word))) named.accounts.add(toAddress(word));
  }
}

/** Below 2^96: no known address but the zero address begins with eight zero bytes. */
const NUMBER = /^0x0{40}/;

const isWrap = ({ wrappedToken }: Chain, topic: string, { address }: Pick<RpcLog, "address">): boolean =>
  address.toLowerCase() === wrappedToken && (topic === topics.wrappedDeposit || topic === topics.wrappedWithdrawal);
