import type { Address, Hex } from "@portico/evm";
import { numberToHex, stringToHex } from "viem";
import { expect, test } from "vitest";
import { openAt } from "../testing/answeringNode.ts";
import { maker } from "./maker.ts";

const RAY = 10n ** 27n;
const UNIT = 10n ** 18n;
const CORE: Address = "0x000000000000000000000000000000000000c0de";
const VICTIM: Address = "0x0000000000000000000000000000000000000b0b";
const DAI: Address = "0x6b175474e89094c44da98b954eedeac495271d0f";
const WETH: Address = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";
const ETH_A = stringToHex("ETH-A", { size: 32 });

interface Vault {
  ilk: Hex;
  ink: bigint;
  art: bigint;
}

const urnOf = (id: bigint): Address => numberToHex(id, { size: 20 });
const contracts = {
  cdpManager: CORE,
  getCdps: CORE,
  vat: CORE,
  jug: CORE,
  ilkRegistry: CORE,
  daiJoin: CORE,
  pot: CORE,
  dsrManager: CORE,
  proxyFactory: CORE,
  engines: [],
};

/** The victim's positions with these vaults, of ids from 1 on. @param isLong - The lister can't return them. */
async function readVaults(vaults: readonly Vault[], isLong = false) {
  const ids = vaults.map((_vault, index) => BigInt(index + 1));
  const vaultOf = (id: bigint): Vault => vaults[Number(id) - 1]!;
  const zero = () => [0n];
  const { context, reader } = openAt("eth", contracts, {
    "function getCdpsAsc(address, address) view returns (uint256[], address[], bytes32[])": () =>
      isLong ? undefined : [ids, ids.map(urnOf), vaults.map(({ ilk }) => ilk)],
    "function count(address) view returns (uint256)": () => [BigInt(ids.length)],
    "function first(address) view returns (uint256)": () => [ids[0]],
    "function last(address) view returns (uint256)": () => [ids.at(-1)],
    "function list(uint256) view returns (uint256, uint256)": ([id]) => [
      BigInt(id!) - 1n,
      BigInt(id!) === BigInt(ids.length) ? 0n : BigInt(id!) + 1n,
    ],
    "function urns(uint256) view returns (address)": ([id]) => [urnOf(id!)],
    "function ilks(uint256) view returns (bytes32)": ([id]) => [vaultOf(id!).ilk],
    "function urns(bytes32, address) view returns (uint256, uint256)": ([, urn]) => {
      const { ink, art } = vaultOf(BigInt(urn!));
      return [ink, art];
    },
    "function ilks(bytes32) view returns (uint256, uint256, uint256, uint256, uint256)": ([ilk]) =>
      ilk === ETH_A ? [0n, RAY, 1_500n * RAY, 0n, 0n] : [0n, 0n, 0n, 0n, 0n],
    "function gem(bytes32, address) view returns (uint256)": zero,
    "function gem(bytes32) view returns (address)": () => [WETH],
    "function dec(bytes32) view returns (uint256)": () => [18n],
    "function dai(address) view returns (uint256)": zero,
    "function dai() view returns (address)": () => [DAI],
    "function base() view returns (uint256)": zero,
    "function pie(address) view returns (uint256)": zero,
    "function pieOf(address) view returns (uint256)": zero,
    "function chi() view returns (uint256)": () => [RAY],
    "function dsr() view returns (uint256)": () => [RAY],
    "function rho() view returns (uint256)": zero,
  });
  const owned = { owner: VICTIM, receipts: [], nfts: new Map(), interactions: [] };
  const positions = await maker.listPositions!({ ...context, ...owned });
  const shown = positions.flatMap(({ positionIndex }) => (positionIndex === undefined ? [] : [Number(positionIndex)]));
  const texts = positions.map(({ detail }) => ("description" in detail ? detail.description : undefined));
  return { shown, text: texts.find((text) => text !== undefined), calls: reader.callCount };
}

const REAL: readonly Vault[] = [
  { ilk: ETH_A, ink: UNIT, art: 0n },
  { ilk: ETH_A, ink: 10n * UNIT, art: 9_000n * UNIT },
];
/** Each of a kind of its own, which doesn't exist. */
const empty = (index: number): Vault => ({ ilk: numberToHex(index, { size: 32 }), ink: 0n, art: 0n });
const dust = (): Vault => ({ ilk: ETH_A, ink: 1n, art: 0n });

test.each([
  ["empty vaults", empty],
  ["vaults of dust", dust],
])("thousands of %s hide no vault, whether it is the first or the last", async (_name, toVault) => {
  const flood = Array.from({ length: 7_998 }, (_, index) => toVault(index));
  const { shown, text, calls } = await readVaults([REAL[0]!, ...flood, REAL[1]!]);
  expect(shown).toEqual(expect.arrayContaining([1, 8_000]));
  expect(text).toBe("Not shown: 7000 more vaults. Anybody can open vaults for this address.");
  expect(calls).toBeLessThan(20_000);
});

test("a list that is too long for one call is read from both ends", async () => {
  const flood = Array.from({ length: 98 }, (_, index) => empty(index));
  const { shown, text } = await readVaults([REAL[0]!, ...flood, REAL[1]!], true);
  expect(shown).toEqual([1, 100]);
  expect(text).toBe("Not shown: 50 more vaults. Anybody can open vaults for this address.");
});

test("of few vaults in such a list none is missing", async () => {
  const { shown, text } = await readVaults([...REAL, ...REAL, ...REAL], true);
  expect({ shown: shown.toSorted((one, other) => one - other), text }).toEqual({
    shown: [1, 2, 3, 4, 5, 6],
    text: undefined,
  });
});
