import type { Address, Hex } from "viem";
import { NATIVE_TOKEN } from "../nativeToken.ts";
import { isBytes } from "../isBytes.ts";
import { listMoved, sumMoved, type MovedNft } from "./moved.ts";
import type { BalanceChanges, SimulatedLog, SimulateOptions } from "./simulation.ts";
import type { StateOverrides } from "./stateOverrides.ts";

/** Maximum contracts and NFTs read; for others the logs count. */
const MAX_TOKENS = 100;
const MAX_NFTS = 200;

/**
 * Overrides an address with code that returns the balance of any account.
 * PUSH1 0 CALLDATALOAD BALANCE PUSH1 0 MSTORE PUSH1 32 PUSH1 0 RETURN
 */
export const coinReaderOverride = (at: Address): StateOverrides => ({ [at]: { code: "0x6000353160005260206000f3" } });

/** A view call that returns an amount. */
interface Read {
  to: Address;
  data: Hex;
  /** undefined: the contract failed, or returned other data. */
  toAmount: (answer: Hex | undefined) => bigint | undefined;
}

/** Reads before and after a transaction, in this order. */
export interface BalanceReads {
  calls: readonly { to: Address; data: Hex }[];
  compare: (answers: ReadAnswers) => BalanceChanges;
}

/** Return data of the calls; undefined for failed ones. */
export interface ReadAnswers {
  before: readonly (Hex | undefined)[];
  after: readonly (Hex | undefined)[];
  /** The owner's gas fee between them, wei. */
  fee: bigint;
}

/**
 * Balances that a transaction may have changed, by its logs: of all contracts with logs, first those that name
 * the owner. For unreadable ones the logs count.
 * @param coinReader - Its address: see `coinReaderOverride`.
 */
export function createBalanceReads(
  logs: readonly SimulatedLog[],
  options: SimulateOptions,
  coinReader: Address,
): BalanceReads {
  const { owner, wrappedToken } = options;
  const moved = listMoved(logs, wrappedToken);
  const reported = sumMoved(moved, owner);
  const nfts = listNfts(
    moved.filter((move) => move.kind === "nft").filter(({ contract }) => isContract(contract, options)),
    owner,
  );
  const nftContracts = new Set(nfts.map(({ contract }) => contract));
  const tokens = listTokens(logs, reported, options).filter((token) => !nftContracts.has(token));
  const reportedForToken = new Map(reported.tokens.map(({ token, rawAmount }) => [token, rawAmount]));
  const reportedForNft = new Map(reported.nfts.map((nft) => [keyOf(nft), nft.rawAmount]));
  const ofTokens = tokens.map((token) => ({
    token,
    read: readToken(token, owner),
    reported: reportedForToken.get(token) ?? 0n,
  }));
  const ofNfts = nfts.map((nft) => ({
    nft,
    read: readNft(nft, owner),
    reported: reportedForNft.get(keyOf(nft)) ?? 0n,
  }));
  const readItems = { tokens: ofTokens.slice(0, MAX_TOKENS), nfts: ofNfts.slice(0, MAX_NFTS) };
  const coin: Read = { to: coinReader, data: `0x${addressWord(owner)}`, toAmount: readAmount };
  const reads = [coin, ...readItems.tokens.map(({ read }) => read), ...readItems.nfts.map(({ read }) => read)];

  const compare: BalanceReads["compare"] = ({ before, after, fee }) => {
    const amounts = reads.map(({ toAmount }, index) => [toAmount(before[index]), toAmount(after[index])] as const);
    const changeOf = (index: number, logged = 0n): bigint =>
      difference(amounts[index] ?? [undefined, undefined], logged);
    const ofCoin = { token: NATIVE_TOKEN, rawAmount: changeOf(0) + fee };
    const ofToken = ofTokens.map((one, index) => ({
      token: one.token,
      rawAmount: index < MAX_TOKENS ? changeOf(1 + index, one.reported) : one.reported,
    }));
    const first = 1 + readItems.tokens.length;
    const ofNft = ofNfts.map(({ nft: { contract, tokenId, isErc1155 }, reported: logged }, index) => {
      const rawAmount = index < MAX_NFTS ? changeOf(first + index, logged) : logged;
      return { contract, tokenId, isErc1155, rawAmount };
    });
    return { tokens: [ofCoin, ...ofToken].filter(isChange), nfts: ofNft.filter(isChange) };
  };
  return { calls: reads.map(({ to, data }) => ({ to, data })), compare };
}

/** Nodes report native transfers under the coin's own address. */
const isContract = (address: Address, { nativeErc20 }: SimulateOptions): boolean =>
  address !== nativeErc20 && address !== NATIVE_TOKEN;

/** Deduplicated: tokens moved for the owner, watched ones, and other contracts with logs. */
function listTokens(logs: readonly SimulatedLog[], reported: BalanceChanges, options: SimulateOptions): Address[] {
  const { watched = [] } = options;
  const emitters = logs.map(({ address }) => address.toLowerCase() as Address);
  const all = new Set([...reported.tokens.map(({ token }) => token), ...watched, ...emitters]);
  return [...all].filter((address) => isContract(address, options));
}

const isChange = ({ rawAmount }: { rawAmount: bigint }): boolean => rawAmount !== 0n;

/**
 * A contract that responds on one side only did not exist on the other, or hides its balance: then its logs count.
 * @param logged - By the logs.
 */
const difference = ([before, after]: readonly [bigint | undefined, bigint | undefined], logged: bigint): bigint =>
  (before === undefined || after === undefined) && logged !== 0n ? logged : (after ?? 0n) - (before ?? 0n);

/** Deduplicated; first those that the owner sent or received. */
function listNfts(moved: readonly MovedNft[], owner: Address): MovedNft[] {
  const byKey = new Map(moved.map((move) => [keyOf(move), move]));
  const owned = new Set(moved.filter(({ from, to }) => from === owner || to === owner).map(keyOf));
  const isOwners = (nft: MovedNft): number => (owned.has(keyOf(nft)) ? 0 : 1);
  return [...byKey.values()].toSorted((a, b) => isOwners(a) - isOwners(b));
}

const keyOf = ({ contract, tokenId }: { contract: Address; tokenId: bigint }): string => `${contract} ${tokenId}`;

const readToken = (token: Address, owner: Address): Read => ({
  to: token,
  data: `0x70a08231${addressWord(owner)}`, // balanceOf(address)
  toAmount: readAmount,
});

const readNft = ({ contract, tokenId, isErc1155 }: MovedNft, owner: Address): Read =>
  isErc1155
    ? {
        to: contract,
        data: `0x00fdd58e${addressWord(owner)}${uintWord(tokenId)}`, // balanceOf(address,uint256)
        toAmount: readAmount,
      }
    : {
        to: contract,
        data: `0x6352211e${uintWord(tokenId)}`, // ownerOf(uint256)
        toAmount: (answer) => {
          const word = readAmount(answer);
          return word === undefined ? undefined : word === BigInt(owner) ? 1n : 0n;
        },
      };

/** The first word. Shorter data is not an amount; neither is the empty result of a missing contract. */
const readAmount = (answer: Hex | undefined): bigint | undefined =>
  answer === undefined || answer.length < 66 || !isBytes(answer) ? undefined : BigInt(answer.slice(0, 66));

const addressWord = (address: Address): string => address.slice(2).toLowerCase().padStart(64, "0");
const uintWord = (value: bigint): string => value.toString(16).padStart(64, "0");
