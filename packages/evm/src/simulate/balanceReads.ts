import type { Address, Hex } from "viem";
import { NATIVE_TOKEN } from "../nativeToken.ts";
import { isBytes } from "../isBytes.ts";
import { listMoved, type MovedNft } from "./moved.ts";
import type { BalanceChanges, SimulatedLog, SimulateOptions } from "./simulation.ts";
import type { StateOverrides } from "./stateOverrides.ts";

/** Contracts and NFTs asked about, at most: a transaction that touches more moves what nobody looks at. */
const MOST_TOKENS = 100;
const MOST_NFTS = 200;

/** Where a program that answers the balance of any account stands meanwhile; nobody is there. */
const COIN_READER: Address = "0x706f727469636f2e72656164732e62616c616e63";
/** PUSH1 0 CALLDATALOAD BALANCE PUSH1 0 MSTORE PUSH1 32 PUSH1 0 RETURN */
export const coinReader: StateOverrides = { [COIN_READER]: { code: "0x6000353160005260206000f3" } };

/** A view call whose answer is an amount. */
interface Read {
  to: Address;
  data: Hex;
  /** undefined: the contract failed, or answered something else. */
  toAmount: (answer: Hex | undefined) => bigint | undefined;
}

/** What is read before and after a transaction, in this order. */
export interface BalanceReads {
  calls: readonly { to: Address; data: Hex }[];
  /** @param before - What the calls returned; undefined of those that failed. */
  compare: (before: readonly (Hex | undefined)[], after: readonly (Hex | undefined)[]) => BalanceChanges;
}

/** The balances that a transaction may have changed, by the logs that it wrote: of whoever wrote one. */
export function createBalanceReads(logs: readonly SimulatedLog[], options: SimulateOptions): BalanceReads {
  const { owner, watched = [], nativeErc20, wrappedToken } = options;
  const nfts = listNfts(logs, owner, wrappedToken);
  const contracts = new Set(nfts.map(({ contract }) => contract));
  const emitters = logs.map(({ address }) => address.toLowerCase() as Address);
  const tokens = [...new Set([...emitters, ...watched])]
    .filter((token) => !contracts.has(token) && token !== nativeErc20 && token !== NATIVE_TOKEN && token !== SYNTHETIC)
    .slice(0, MOST_TOKENS);
  const coin: Read = { to: COIN_READER, data: `0x${addressWord(owner)}`, toAmount: readAmount };
  const reads = [coin, ...tokens.map((token) => readToken(token, owner)), ...nfts.map((nft) => readNft(nft, owner))];

  const compare: BalanceReads["compare"] = (before, after) => {
    const changes = reads.map(({ toAmount }, index) => difference(toAmount(before[index]), toAmount(after[index])));
    const ofToken = [NATIVE_TOKEN, ...tokens].map((token, index) => ({ token, rawAmount: changes[index] ?? 0n }));
    const ofNft = nfts.map(({ contract, tokenId, isErc1155 }, index) => ({
      contract,
      tokenId,
      isErc1155,
      rawAmount: changes[1 + tokens.length + index] ?? 0n,
    }));
    return { tokens: ofToken.filter(isChange), nfts: ofNft.filter(isChange) };
  };
  return { calls: reads.map(({ to, data }) => ({ to, data })), compare };
}

/** Under this address nodes tell of coins that move. */
export const SYNTHETIC: Address = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";

const isChange = ({ rawAmount }: { rawAmount: bigint }): boolean => rawAmount !== 0n;

/** A contract that answers on one side only did not stand on the other, or is no token. */
const difference = (before: bigint | undefined, after: bigint | undefined): bigint =>
  before === undefined && after === undefined ? 0n : (after ?? 0n) - (before ?? 0n);

/** Each once; first those that the owner gave or got. */
function listNfts(logs: readonly SimulatedLog[], owner: Address, wrappedToken?: Address | null): MovedNft[] {
  const moved = listMoved(logs, wrappedToken).filter((move) => move.kind === "nft");
  const byKey = new Map(moved.map((move) => [`${move.contract} ${move.tokenId}`, move]));
  const isOwners = ({ from, to }: MovedNft): number => (from === owner || to === owner ? 0 : 1);
  return [...byKey.values()].toSorted((a, b) => isOwners(a) - isOwners(b)).slice(0, MOST_NFTS);
}

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

/** The first word. What is shorter is no amount; nor is what a contract that isn't there answers. */
const readAmount = (answer: Hex | undefined): bigint | undefined =>
  answer === undefined || answer.length < 66 || !isBytes(answer) ? undefined : BigInt(answer.slice(0, 66));

const addressWord = (address: Address): string => address.slice(2).toLowerCase().padStart(64, "0");
const uintWord = (value: bigint): string => value.toString(16).padStart(64, "0");
