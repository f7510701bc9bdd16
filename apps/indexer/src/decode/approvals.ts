import { getPermit2, NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address, Chain } from "@portico/evm";
import { LegKind } from "@portico/store";
import type { ApprovalKey } from "@portico/store";
import type { Changes } from "../chain/changes.ts";
import { isAddressWord, toAddress, toLowerCase, toUint, wordAt } from "./logDecoder.ts";
import type { LogDecoder, LogLocation } from "./logDecoder.ts";
import { markNftStale } from "./nftTransfer.ts";

/** `Approval`: of ERC-20 with two indexed arguments and an amount, of ERC-721 with three. */
export const decodeApproval: LogDecoder = (chain, log, location, changes) => {
  const [, first, second, third, ...more] = log.topics;
  if (first === undefined || second === undefined || !isAddressWord(first) || !isAddressWord(second)) return;
  const contract = toLowerCase(log.address);
  const [owner, spender] = [toAddress(first), toAddress(second)];
  if (owner === ZERO_ADDRESS || more.length > 0) return;
  if (third !== undefined)
    return addNftApproval({ owner, contract, spender, tokenId: toUint(third) }, location, changes);
  const amount = wordAt(log.data, 0);
  if (amount === undefined) return;
  addApproval({ owner, token: toToken(chain, contract), spender, isPermit2: false }, toUint(amount), location, changes);
};

/** Permit2's `Approval(owner, token, spender, amount, expiration)`; ignored from other contracts. */
export const decodePermit2Approval: LogDecoder = (chain, log, location, changes) => {
  const [, ...words] = log.topics;
  const [owner, token, spender] = words.map(toAddress);
  const amount = wordAt(log.data, 0);
  if (!isPermit2(chain, log.address) || words.length !== 3 || !words.every(isAddressWord)) return;
  if (owner === undefined || token === undefined || spender === undefined || amount === undefined) return;
  addApproval({ owner, token: toToken(chain, token), spender, isPermit2: true }, toUint(amount), location, changes);
};

/** Permit2's `Lockdown(owner, token, spender)`, of which only the owner is indexed: revokes the allowance. */
export const decodeLockdown: LogDecoder = (chain, log, location, changes) => {
  const [, first, ...more] = log.topics;
  const [token, spender] = [wordAt(log.data, 0), wordAt(log.data, 1)];
  if (!isPermit2(chain, log.address) || first === undefined || !isAddressWord(first) || more.length > 0) return;
  if (!token || !spender || !isAddressWord(token) || !isAddressWord(spender)) return;
  const key = { owner: toAddress(first), token: toToken(chain, toAddress(token)), spender: toAddress(spender) };
  addApproval({ ...key, isPermit2: true }, 0n, location, changes);
};

/** `ApprovalForAll(owner, operator, approved)` of ERC-721 and ERC-1155. */
export const decodeApprovalForAll: LogDecoder = (_chain, log, location, changes) => {
  const [, first, second, ...more] = log.topics;
  const approved = wordAt(log.data, 0);
  if (first === undefined || second === undefined || approved === undefined || more.length > 0) return;
  if (!isAddressWord(first) || !isAddressWord(second)) return;
  const [owner, operator, contract] = [toAddress(first), toAddress(second), toLowerCase(log.address)];
  if (owner === ZERO_ADDRESS) return;
  const { blockNumber, timeAt } = location;
  changes.operatorApprovals.set(`${owner} ${contract} ${operator}`, { owner, contract, operator, blockNumber, timeAt });
  const shared = { ...location, kind: LegKind.operatorApproval, subIndex: 0, isInbound: false };
  const rawAmount = toUint(approved) === 0n ? 0n : 1n;
  changes.legs.push({ ...shared, owner, token: contract, counterparty: operator, rawAmount });
};

const isPermit2 = ({ slug }: Chain, contract: Address): boolean => toLowerCase(contract) === getPermit2(slug);

const toToken = ({ nativeErc20 }: Chain, contract: Address): Address =>
  contract === nativeErc20 ? NATIVE_TOKEN : contract;

function addApproval(key: ApprovalKey, rawAmount: bigint, location: LogLocation, changes: Changes): void {
  const { owner, token, spender } = key;
  const { blockNumber, timeAt } = location;
  changes.pairs.add(owner, token);
  changes.approvals.set(`${owner} ${token} ${spender} ${key.isPermit2}`, { ...key, blockNumber, timeAt });
  const kind = key.isPermit2 ? LegKind.permit2Approval : LegKind.approval;
  changes.legs.push({
    ...location,
    kind,
    subIndex: 0,
    isInbound: false,
    owner,
    token,
    counterparty: spender,
    rawAmount,
  });
}

type NftApproval = { owner: Address; contract: Address; tokenId: bigint; spender: Address };

function addNftApproval(approval: NftApproval, location: LogLocation, changes: Changes): void {
  const { owner, contract, tokenId, spender } = approval;
  const { blockNumber, timeAt } = location;
  markNftStale(changes, { owner, contract, tokenId, isErc1155: false });
  changes.nftApprovals.set(`${owner} ${contract} ${tokenId}`, { ...approval, blockNumber, timeAt });
  const rawAmount = spender === ZERO_ADDRESS ? 0n : 1n;
  const shared = { ...location, kind: LegKind.nftApproval, subIndex: 0, isInbound: false, rawAmount };
  changes.legs.push({ ...shared, owner, token: contract, tokenId, counterparty: spender });
}
