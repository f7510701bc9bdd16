import { type Address, NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Args, FunctionRow, Reading } from "../functionRow.ts";
import { amountOf, type Effects, mintNft, protocolRow, valueOf } from "./protocolRow.ts";

/** @see https://docs.lido.fi/deployed-contracts/ */
const STETH: Address = "0xae7ab96520de3a18e5e111b5eaab095312d7fe84";
const WSTETH: Address = "0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0";
const UNSTETH: Address = "0x889edc2edab5f40e902b864ad4d7ade8e412f9b1";

const isAt = ({ call, knowledge }: Reading, contract: Address): boolean =>
  knowledge.chain === "eth" && call.to === contract;

/** Shares are rounded down, then their worth: two units at most, while a share is worth less than two. */
const ROUNDING = 2n;

const submitted = (_: Args, reading: Reading): Effects => {
  const sends = valueOf(reading);
  const rawValue = reading.call.rawValue - ROUNDING;
  return { sends, receives: isAt(reading, STETH) && rawValue > 0n ? amountOf(STETH, rawValue) : [] };
};

const wrapRows: readonly FunctionRow[] = [
  protocolRow("stake", "function submit(address referral) payable", submitted),
  protocolRow("wrap", "function wrap(uint256 amount)", ({ amount }, reading) => ({
    sends: isAt(reading, WSTETH) ? amountOf(STETH, amount) : [],
  })),
  protocolRow("unwrap", "function unwrap(uint256 amount)", ({ amount }, reading) => ({
    sends: isAt(reading, WSTETH) ? amountOf(WSTETH, amount) : [],
  })),
];

const requested =
  (token: Address) =>
  (a: Args, reading: Reading): Effects => {
    if (!isAt(reading, UNSTETH)) return {};
    const amounts: readonly bigint[] = a["amounts"];
    const to: Address = a["owner"] === ZERO_ADDRESS ? reading.actor : a["owner"];
    return {
      sends: amountOf(
        token,
        amounts.reduce((sum, amount) => sum + amount, 0n),
      ),
      also: amounts.slice(0, NFTS_MAX).flatMap(() => mintNft(UNSTETH, to)),
    };
  };

/** More than one transaction has gas for. */
const NFTS_MAX = 64;

const signed = "(uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) permit";
const queue: readonly [string, Address, string][] = [
  ["requestWithdrawals", STETH, "uint256[] amounts, address owner"],
  ["requestWithdrawalsWstETH", WSTETH, "uint256[] amounts, address owner"],
  ["requestWithdrawalsWithPermit", STETH, `uint256[] amounts, address owner, ${signed}`],
  ["requestWithdrawalsWstETHWithPermit", WSTETH, `uint256[] amounts, address owner, ${signed}`],
];

/** A request is an NFT until it is claimed. @see https://docs.lido.fi/contracts/withdrawal-queue-erc721 */
const queueRows: readonly FunctionRow[] = [
  ...queue.map(([name, token, inputs]) => protocolRow("unstake", `function ${name}(${inputs})`, requested(token))),
  ...["claimWithdrawal(uint256 requestId)", "claimWithdrawals(uint256[] requestIds, uint256[] hints)"].map((claim) =>
    protocolRow("claim", `function ${claim}`, (_, reading) => claimed(reading)),
  ),
  protocolRow(
    "claim",
    "function claimWithdrawalsTo(uint256[] requestIds, uint256[] hints, address recipient)",
    (a, reading) => (a["recipient"] === reading.actor ? claimed(reading) : {}),
  ),
];

/** Only the queue knows the amount. */
const claimed = (reading: Reading): Effects => ({
  receives: isAt(reading, UNSTETH) ? amountOf(NATIVE_TOKEN, 0n) : [],
});

export const lidoRows: readonly FunctionRow[] = [...wrapRows, ...queueRows];
