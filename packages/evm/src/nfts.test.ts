import { encodeAbiParameters } from "viem";
import type { Address, Hex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getChain } from "./chains.ts";
import { listEarlyNfts } from "./earlyNfts.ts";
import type { EarlyNftContract } from "./earlyNfts.ts";
import { ZERO_ADDRESS } from "./nativeToken.ts";
import { readNftApprovals, readNftBalances } from "./nftBalances.ts";
import { readNftContractMetadata, readNftUris } from "./nftContracts.ts";
import { createRpc } from "./rpc.ts";
import type { Rpc } from "./rpc.ts";
import { startTestAnvil } from "./testing/anvil.ts";
import type { TestAnvil } from "./testing/anvil.ts";
import {
  answersByStart,
  answersBytes,
  answersWord,
  EATS_GAS,
  RETURNS_MEGABYTES,
  RETURNS_ONE_BYTE,
  REVERTS,
} from "./testing/contracts.ts";

const address = (last: string): Address => `0x${last.padStart(40, "0")}`;
const [OWNER, OTHER] = [address("b001"), address("b002")];
const [OWNED, BURNT, DIRTY, AMOUNT, NOBODYS] = ["c1", "c2", "c3", "c4", "c5"].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
const [REVERTING, EATER, BOMB, SHORT, EMPTY] = ["d1", "d2", "d3", "d4", "d5"].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
const [TEXT, LONG, PUNKS] = [address("e1"), address("e2"), address("e3")];
const URI = `data:application/json,{"name":"é"}`;

/** Reverts for `ownerOf`, returns 1 for anything else. */
const REVERTS_OWNER_OF: Hex = "0x5f3560e01c636352211e1460165760015f5260205ff35b5f5ffd";
/** supportsInterface returns 1 for ERC-1155, 0 for anything else. */
const SPEAKS_1155: Hex = "0x60043560e01c63d9b67a26145f5260205ff3";

let anvil: TestAnvil;
let rpc: Rpc;
let head: bigint;

beforeAll(async () => {
  anvil = await startTestAnvil(1);
  rpc = createRpc({ chain: getChain("eth"), urls: [anvil.url] });
  const string = (text: string) => answersBytes(encodeAbiParameters([{ type: "string" }], [text]));
  await Promise.all([
    anvil.setCode(OWNED, answersWord(BigInt(OWNER))),
    anvil.setCode(BURNT, REVERTS_OWNER_OF),
    anvil.setCode(DIRTY, answersWord(2n ** 256n - 1n)),
    anvil.setCode(AMOUNT, answersWord(42n)),
    anvil.setCode(NOBODYS, answersWord(0n)),
    anvil.setCode(REVERTING, REVERTS),
    anvil.setCode(EATER, EATS_GAS),
    anvil.setCode(BOMB, RETURNS_MEGABYTES),
    anvil.setCode(SHORT, RETURNS_ONE_BYTE),
    anvil.setCode(PUNKS, answersByStart({ "5817816800000000": BigInt(OWNER), "6352211e00000000": BigInt(TEXT) })),
    anvil.setCode(TEXT, string(URI)),
    anvil.setCode(LONG, SPEAKS_1155),
  ]);
  await anvil.call("anvil_mine", "0x1");
  await anvil.installMulticall3(getChain("eth").multicall3!);
  await anvil.call("anvil_mine", "0x1");
  head = await rpc.getBlockNumber();
});

afterAll(async () => {
  await anvil.stop();
});

describe.each([
  ["with Multicall3", () => head],
  ["before Multicall3 was deployed", () => 1n],
])("%s", (_, block) => {
  const at = () => ({ blockNumber: block() });

  test("an ERC-721 belongs to ownerOf's result, a burnt one has no owner, and a failing contract is unknown", async () => {
    const keys = [OWNED, BURNT, NOBODYS, DIRTY, REVERTING, EATER, SHORT, EMPTY].flatMap((contract) =>
      [OWNER, OTHER].map((owner) => ({ owner, contract, tokenId: 2n ** 256n - 1n, isErc1155: false })),
    );
    const amounts = await readNftBalances(rpc, keys, at());
    expect(amounts).toEqual([1n, 0n, 0n, 0n, 0n, 0n, ...Array.from({ length: 10 }, () => null)]);
  });

  test("a contract from before ERC-721 returns the owner by a function of its own", async () => {
    const [{ ownerOf }] = listEarlyNfts("eth").filter(({ events }) => events === "punks") as [EarlyNftContract];
    const keys = [OWNER, OTHER].map((owner) => ({ owner, contract: PUNKS, tokenId: 7n, isErc1155: false, ownerOf }));
    expect(await readNftBalances(rpc, keys, at())).toEqual([1n, 0n]);
    const standard = keys.map((key) => ({ ...key, ownerOf: undefined }));
    expect(await readNftBalances(rpc, standard, at())).toEqual([0n, 0n]);
  });

  test("an ERC-1155 amount is balanceOf's result", async () => {
    const keys = [AMOUNT, DIRTY, REVERTING, EATER, SHORT, EMPTY].map((contract) => ({
      owner: OWNER,
      contract,
      tokenId: 7n,
      isErc1155: true,
    }));
    expect(await readNftBalances(rpc, keys, at())).toEqual([42n, 2n ** 256n - 1n, null, null, null, null]);
  });

  test("an approval is an address or unknown", async () => {
    const ids = [OWNED, NOBODYS, DIRTY, REVERTING, EMPTY, OWNED].map((contract) => ({ contract, tokenId: 1n }));
    expect(await readNftApprovals(rpc, ids, at())).toEqual([OWNER, ZERO_ADDRESS, null, null, null, OWNER]);
  });

  test("a contract's standard is by ERC-165, unless it claims to support everything", async () => {
    const metadata = await readNftContractMetadata(rpc, [LONG, TEXT, REVERTING, EATER, EMPTY, OWNED], at());
    expect(metadata.map(({ isErc1155 }) => isErc1155)).toEqual([true, null, null, null, null, null]);
    expect(metadata.map(({ name }) => name)).toEqual(["", URI, null, null, null, expect.any(String)]);
  });

  test("a URI is text, or null", async () => {
    const keys = [TEXT, REVERTING, EATER, BOMB, SHORT, EMPTY, DIRTY].flatMap((contract) =>
      [true, false].map((isErc1155) => ({ contract, tokenId: 1n, isErc1155 })),
    );
    expect(await readNftUris(rpc, keys, at())).toEqual([URI, URI, ...Array.from({ length: 12 }, () => null)]);
  });
});
