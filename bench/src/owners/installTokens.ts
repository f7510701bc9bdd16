import { compileContract, createRandom } from "@portico/devnet";
import type { Node } from "../chain/node.ts";
import {
  type Address,
  encodeAbiParameters,
  encodeDeployData,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  slice,
  stringToHex,
} from "viem";

/** Many tokens that share one code, and their list. */
export interface InstalledTokens {
  readonly addresses: readonly Address[];
  /** In the format of tokenlists.org, for Ethereum. */
  readonly list: string;
  /** Gives an owner balances of so many of them, at random. */
  give(owner: Address, count: number): Promise<void>;
}

const DECIMALS = 18;
/** Of PlainToken's mapping `balanceOf`, after name, symbol and totalSupply. */
const BALANCES_SLOT = 3n;

/** Places the code of an ERC-20 at so many addresses of a local chain. */
export async function installTokens(node: Node, count: number): Promise<InstalledTokens> {
  const code = await deployCode(node);
  const addresses = Array.from({ length: count }, (_, n): Address => slice(keccak256(stringToHex(`token ${n}`)), 12));
  for (const [n, address] of addresses.entries()) {
    const name = toStorage(nameToken(n));
    await node.batch([
      ["anvil_setCode", [address, code]],
      ["anvil_setStorageAt", [address, "0x0", name]],
      ["anvil_setStorageAt", [address, "0x1", name]],
    ]);
  }
  const random = createRandom(1, "balances of tokens");
  const tokens = addresses.map((address, n) => ({
    chainId: 1,
    address,
    name: nameToken(n),
    symbol: nameToken(n),
    decimals: DECIMALS,
  }));
  return {
    addresses,
    list: JSON.stringify({
      name: "Bench",
      timestamp: "2025-01-01T00:00:00Z",
      version: { major: 1, minor: 0, patch: 0 },
      tokens,
    }),
    async give(owner, held) {
      const slot = keccak256(encodeAbiParameters([{ type: "address" }, { type: "uint256" }], [owner, BALANCES_SLOT]));
      const chosen = new Set<Address>();
      while (chosen.size < held) chosen.add(random.pick(addresses));
      await node.batch(
        [...chosen].map((token) => [
          "anvil_setStorageAt",
          [token, slot, numberToHex(random.int(1, 1e9), { size: 32 })],
        ]),
      );
    },
  };
}

const nameToken = (n: number): string => `TOKEN${n}`;

/** A short string of Solidity, as stored. */
const toStorage = (text: string): Hex =>
  `0x${(BigInt(pad(stringToHex(text), { dir: "right", size: 32 })) | BigInt(2 * text.length)).toString(16)}`;

async function deployCode(node: Node): Promise<Hex> {
  const { abi, bytecode } = compileContract("PlainToken");
  const data = encodeDeployData({ abi, bytecode, args: ["", "", DECIMALS] });
  const [code] = await node.batch([["eth_call", [{ data, gas: numberToHex(30_000_000) }, "latest"]]]);
  return code as Hex;
}
