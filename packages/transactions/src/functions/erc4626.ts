import type { FunctionRow } from "../functionRow.ts";
import { ifActor, ownToken, protocolRow } from "./protocolRow.ts";

/** A vault is its own share token; only it knows its asset. @see https://eips.ethereum.org/EIPS/eip-4626 */
export const erc4626Rows: readonly FunctionRow[] = [
  protocolRow("supply", "function deposit(uint256 assets, address receiver)"),
  protocolRow("supply", "function mint(uint256 shares, address receiver)", (a, reading) => ({
    receives: ifActor(reading, a["receiver"], ownToken(reading, a["shares"])),
  })),
  protocolRow("withdraw", "function withdraw(uint256 assets, address receiver, address owner)"),
  protocolRow("withdraw", "function redeem(uint256 shares, address receiver, address owner)", (a, reading) => ({
    sends: ifActor(reading, a["owner"], ownToken(reading, a["shares"])),
  })),
];
