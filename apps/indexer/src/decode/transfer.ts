import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { LegKind } from "@portico/store";
import type { Changes } from "../chain/changes.ts";
import { isAddressWord, toAddress, toLowerCase, toUint, wordAt } from "./logDecoder.ts";
import type { LogDecoder, LogLocation } from "./logDecoder.ts";
import { addNftTransfer } from "./nftTransfer.ts";

/** A movement of fungible tokens. */
export interface Transfer {
  token: Address;
  from: Address;
  to: Address;
  rawAmount: bigint;
}

/** `Transfer`: of ERC-20 with two indexed arguments and an amount, of ERC-721 with three. */
export const decodeTransfer: LogDecoder = ({ nativeErc20 }, log, location, changes) => {
  const [, first, second, third] = log.topics;
  if (first === undefined || second === undefined || !isAddressWord(first) || !isAddressWord(second)) return;
  const contract = toLowerCase(log.address);
  const [from, to] = [toAddress(first), toAddress(second)];
  if (third !== undefined) {
    addNftTransfer({ contract, from, to, tokenId: toUint(third), rawAmount: 1n, isErc1155: false }, location, changes);
    return;
  }
  const amount = wordAt(log.data, 0);
  if (amount === undefined) return;
  const token = contract === nativeErc20 ? NATIVE_TOKEN : contract;
  addTransfer({ token, from, to, rawAmount: toUint(amount) }, location, changes);
};

/** The zero address has no legs: it would own one side of every mint and burn. Its balances are still read. */
export function addTransfer({ token, from, to, rawAmount }: Transfer, location: LogLocation, changes: Changes): void {
  const { legs, pairs } = changes;
  if (from !== ZERO_ADDRESS) pairs.add(from, token);
  pairs.add(to, token);
  if (token === NATIVE_TOKEN) return; // an ERC-20 view of it: its amounts may have other decimals than the coin
  const { blockNumber, timeAt, txIndex, txHash, index, subIndex } = location;
  const kind = LegKind.token;
  if (from !== ZERO_ADDRESS) {
    legs.push({
      owner: from,
      blockNumber,
      txIndex,
      kind,
      index,
      subIndex,
      isInbound: false,
      token,
      tokenId: undefined,
      counterparty: to,
      rawAmount,
      txHash,
      timeAt,
    });
  }
  if (to !== ZERO_ADDRESS) {
    legs.push({
      owner: to,
      blockNumber,
      txIndex,
      kind,
      index,
      subIndex,
      isInbound: true,
      token,
      tokenId: undefined,
      counterparty: from,
      rawAmount,
      txHash,
      timeAt,
    });
  }
}
