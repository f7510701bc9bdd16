import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import { isAddressWord, toAddress, toLowerCase, toUint, wordAt } from "./logDecoder.ts";
import type { LogDecoder } from "./logDecoder.ts";
import { addTransfer } from "./transfer.ts";

/**
 * Events that the wrapped native token emits instead of a Transfer, or in addition to one. They move the native coin in
 * the opposite direction.
 * @param isDuplicateEvent - A Transfer reports the token's movement.
 */
const decodeWrap =
  (isDeposit: boolean, isDuplicateEvent: boolean): LogDecoder =>
  ({ wrappedToken }, log, location, changes) => {
    const [, first, second] = log.topics;
    const token = toLowerCase(log.address);
    const amount = wordAt(log.data, 0);
    if (token !== wrappedToken || second !== undefined || amount === undefined) return;
    if (first === undefined || !isAddressWord(first)) return;
    const owner = toAddress(first);
    const [from, to] = isDeposit ? [ZERO_ADDRESS, owner] : [owner, ZERO_ADDRESS];
    if (!isDuplicateEvent) addTransfer({ token, from, to, rawAmount: toUint(amount) }, location, changes);
    changes.pairs.add(owner, NATIVE_TOKEN);
    changes.pairs.add(token, NATIVE_TOKEN);
  };

export const decodeDeposit = decodeWrap(true, false);
export const decodeWithdrawal = decodeWrap(false, false);
/** Of either kind. */
export const decodeDuplicateWrap = decodeWrap(true, true);
