import { APES, STOREFRONT, TREASURY } from "@portico/devnet";
import { type Address, encodeFunctionData, erc20Abi, type Hex, numberToHex, parseAbi } from "viem";
import type { ChainReader } from "./chainReader.ts";

export interface Transaction {
  from: Address;
  to: Address;
  data?: Hex;
  value?: Hex;
}

/** Some of these ids exist. */
const APE_IDS = 300n;
const nftAbi = parseAbi([
  "function mint(address to)",
  "function mint(address to, uint256 id, uint256 amount, bytes data)",
  "function ownerOf(uint256 id) view returns (address)",
  "function approve(address to, uint256 id)",
  "function setApprovalForAll(address operator, bool approved)",
  "function safeTransferFrom(address from, address to, uint256 id)",
  "function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)",
]);

/** The actors, and a random number for choices. */
export interface Occasion {
  from: Address;
  to: Address;
  number: bigint;
  tokens: readonly Address[];
  reader: ChainReader;
}

/** An occasional user action, which sometimes fails. */
export type Habit = (occasion: Occasion) => Transaction | Promise<Transaction>;

export const pick = <T>(list: readonly T[], number: bigint): T => list[Number(number % BigInt(list.length))] as T;
const onToken =
  (functionName: "approve" | "transfer"): Habit =>
  ({ from, to, number, tokens }) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName, args: [to, (number % 1_000n) + 1n] });
    return { from, to: pick(tokens, number / 7n), data };
  };

export const pay: Habit = ({ from, to, number }) => ({
  from,
  to,
  value: numberToHex((number % 1_000n) * 1_000_000_000n),
});

/** An action of an ape's owner; if the ape has no owner, another user attempts it and fails. */
const withApe =
  (encode: (owner: Address, to: Address, id: bigint) => Hex): Habit =>
  async ({ from, to, number, reader }) => {
    const id = number % APE_IDS;
    const data = encodeFunctionData({ abi: nftAbi, functionName: "ownerOf", args: [id] });
    const [answer] = await reader.callMany([{ to: APES, data }]);
    const owner: Address = answer === undefined ? from : `0x${answer.slice(-40)}`;
    return { from: owner, to: APES, data: encode(owner, to, id) };
  };

const openAll =
  (contract: Address): Habit =>
  ({ from, to, number }) => ({
    from,
    to: contract,
    data: encodeFunctionData({ abi: nftAbi, functionName: "setApprovalForAll", args: [to, number % 3n !== 0n] }),
  });

export const HABITS: readonly Habit[] = [
  pay,
  onToken("transfer"),
  onToken("transfer"),
  onToken("approve"),
  ({ to }) => ({
    from: TREASURY,
    to: APES,
    data: encodeFunctionData({ abi: nftAbi, functionName: "mint", args: [to] }),
  }),
  withApe((_, to, id) => encodeFunctionData({ abi: nftAbi, functionName: "approve", args: [to, id] })),
  withApe((owner, to, id) =>
    encodeFunctionData({ abi: nftAbi, functionName: "safeTransferFrom", args: [owner, to, id] }),
  ),
  ({ to, number }) => ({
    from: TREASURY,
    to: STOREFRONT,
    data: encodeFunctionData({ abi: nftAbi, functionName: "mint", args: [to, (number % 5n) + 1n, 9n, "0x"] }),
  }),
  ({ from, to, number }) => ({
    from,
    to: STOREFRONT,
    data: encodeFunctionData({
      abi: nftAbi,
      functionName: "safeTransferFrom",
      args: [from, to, (number % 5n) + 1n, 1n, "0x"],
    }),
  }),
  openAll(APES),
  openAll(STOREFRONT),
];
