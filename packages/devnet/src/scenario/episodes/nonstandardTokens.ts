import { type Abi, type Address, parseAbi } from "viem";
import { encodeCall } from "../../contracts/encodeCall.ts";
import { encodeGallery } from "../../contracts/nfts.ts";
import { encodeNonstandardToken } from "../../contracts/nonstandardTokens.ts";
import {
  DEPLOYER,
  getNonstandardToken,
  type NonstandardTokenKind,
  nonstandardTokens,
} from "../../contracts/nonstandardTokenTable.ts";
import { encodeTransfer } from "../actions/erc20.ts";
import type { World } from "../world.ts";
import type { Episode } from "./episode.ts";

const abi: Abi = parseAbi([
  "function mint(address to, uint256 value)",
  "function rebase(uint256 epoch, int256 supplyDelta) returns (uint256)",
  "function upgradeTo(address implementation)",
]);
const CREATION_GAS = 6_000_000n;
const GAS = 200_000n;
const HOLDERS = 6;
/** Each of their balances is costly to read, so few users hold them, and they are not transferred. */
const COSTLY: ReadonlySet<NonstandardTokenKind> = new Set(["eatsGas", "hangs", "bombs"]);
const COSTLY_HOLDERS = 2;
const ELASTIC_UNIT = 10n ** 9n;

/** Their addresses depend on the order: see nonstandardTokenTable.ts. */
export const createNonstandardTokens: Episode = {
  name: "nonstandard tokens are created, and the gallery",
  act({ writer }) {
    for (const data of [...nonstandardTokens.map(encodeNonstandardToken), encodeGallery()]) {
      writer.add({ from: DEPLOYER, data, gas: CREATION_GAS });
    }
  },
};

/** The demo owner is the first user. */
export const giveNonstandardTokens: Episode = {
  name: "nonstandard tokens are given to the first users",
  act(world) {
    for (const { address, kind, rawAmount } of nonstandardTokens.filter((token) => token.rawAmount > 0n)) {
      const isCostly = COSTLY.has(kind);
      for (const user of world.users.slice(0, isCostly ? COSTLY_HOLDERS : HOLDERS)) {
        const data = kind === "rebasing" ? encodeTransfer(user, rawAmount) : encodeCall(abi, "mint", [user, rawAmount]);
        deploy(world, address, data);
        if (!isCostly) world.ledger.credit(user, address, rawAmount / 4n);
      }
    }
  },
};

const rebase = (epoch: bigint, supplyDelta: bigint): Episode => ({
  name: `a nonstandard token is rebased by ${supplyDelta}`,
  act: (world) =>
    deploy(world, getNonstandardToken("rebasing").address, encodeCall(abi, "rebase", [epoch, supplyDelta])),
});

export const growSupply: Episode = rebase(1n, 1_234_567n * ELASTIC_UNIT);
export const shrinkSupply: Episode = rebase(2n, -3_210_987n * ELASTIC_UNIT);

/** Name, symbol, decimals and every balance change without a Transfer. */
export const upgradeToken: Episode = {
  name: "a token's implementation is replaced",
  act: (world) =>
    deploy(
      world,
      getNonstandardToken("proxy").address,
      encodeCall(abi, "upgradeTo", [getNonstandardToken("upgrade").address]),
    ),
};

const deploy = ({ writer }: World, to: Address, data: `0x${string}`): void =>
  writer.add({ from: DEPLOYER, to, data, gas: GAS });
