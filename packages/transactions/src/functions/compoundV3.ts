import { type Address, type Hex, NATIVE_TOKEN } from "@portico/evm";
import { hexToString } from "viem";
import type { Category } from "../category.ts";
import type { Args, FunctionRow, Reading } from "../functionRow.ts";
import {
  amountOf,
  atLeast,
  callUnknown,
  type Effects,
  ifActor,
  protocolRow,
  readRow,
  sumByToken,
  valueOf,
} from "./protocolRow.ts";
import { readShape, type Shape, shapeOf } from "./shape.ts";

/**
 * Supplying the base asset repays a debt first, withdrawing it borrows when there is no more: only the market knows which.
 * @see https://docs.compound.finance/collateral-and-borrowing/
 */
const supplied = (a: Args): Effects => ({ sends: amountOf(a["asset"], a["amount"]) });

const cometRows: readonly FunctionRow[] = [
  protocolRow("supply", "function supply(address asset, uint256 amount)", supplied),
  protocolRow("supply", "function supplyTo(address dst, address asset, uint256 amount)", supplied),
  protocolRow(
    "supply",
    "function supplyFrom(address from, address dst, address asset, uint256 amount)",
    (a, reading) => ({ sends: ifActor(reading, a["from"], amountOf(a["asset"], a["amount"])) }),
  ),
  protocolRow("withdraw", "function withdraw(address asset, uint256 amount)", (a) => ({
    receives: amountOf(a["asset"], atLeast(a["amount"])),
  })),
  protocolRow("withdraw", "function withdrawTo(address to, address asset, uint256 amount)", (a, reading) => ({
    receives: ifActor(reading, a["to"], amountOf(a["asset"], atLeast(a["amount"]))),
  })),
  protocolRow(
    "withdraw",
    "function withdrawFrom(address src, address to, address asset, uint256 amount)",
    (a, reading) => ({ receives: ifActor(reading, a["to"], amountOf(a["asset"], atLeast(a["amount"]))) }),
  ),
  protocolRow("repay", "function absorb(address absorber, address[] accounts)"),
  protocolRow(
    "swap",
    "function buyCollateral(address asset, uint256 minAmount, uint256 baseAmount, address recipient)",
    (a, reading) => ({ receives: ifActor(reading, a["recipient"], amountOf(a["asset"], a["minAmount"])) }),
  ),
  readRow("function allow(address manager, bool isAllowed)", ({ isAllowed }) => ({
    category: isAllowed === true ? "approve" : "revoke",
  })),
];

const rewardRows: readonly FunctionRow[] = [
  protocolRow("claim", "function claim(address comet, address src, bool shouldAccrue)"),
  protocolRow("claim", "function claimTo(address comet, address src, address to, bool shouldAccrue)"),
];

const asset = shapeOf("address comet, address to, address asset, uint256 amount");
const coin = shapeOf("address comet, address to, uint256 amount");
const claim = shapeOf("address comet, address src, bool shouldAccrue");

interface BulkerAction {
  category: Category;
  shape: Shape;
  read: (a: Args, reading: Reading) => Effects;
}

/** Actions of the Bulker for the sender, each named by a 32-byte string. @see BaseBulker.sol of comet */
const bulkerActions: ReadonlyMap<string, BulkerAction> = new Map(
  Object.entries<BulkerAction>({
    ACTION_SUPPLY_ASSET: { category: "supply", shape: asset, read: supplied },
    ACTION_SUPPLY_NATIVE_TOKEN: {
      category: "supply",
      shape: coin,
      read: (a) => ({ sends: amountOf(NATIVE_TOKEN, a["amount"]) }),
    },
    ACTION_WITHDRAW_ASSET: {
      category: "withdraw",
      shape: asset,
      read: (a, reading) => ({ receives: arrived(reading, a, a["asset"]) }),
    },
    ACTION_WITHDRAW_NATIVE_TOKEN: {
      category: "withdraw",
      shape: coin,
      read: (a, reading) => ({ receives: arrived(reading, a, NATIVE_TOKEN) }),
    },
    ACTION_CLAIM_REWARD: { category: "claim", shape: claim, read: () => ({}) },
  }),
);

const arrived = (reading: Reading, a: Args, token: Address) =>
  ifActor(reading, a["to"], amountOf(token, atLeast(a["amount"])));

function readBulkerActions(a: Args, reading: Reading): Effects & { category: Category | "" } {
  const actions: readonly Hex[] = a["actions"];
  const read = actions.slice(0, MAX_BULKER_ACTIONS).flatMap((action, at) => {
    const bulkerAction = bulkerActions.get(hexToString(action, { size: 32 }));
    const args = bulkerAction && readShape(bulkerAction.shape, a["data"][at] ?? "0x");
    return bulkerAction && args ? [{ category: bulkerAction.category, ...bulkerAction.read(args, reading) }] : [];
  });
  return {
    category: read[0]?.category ?? "",
    sends: sumByToken([
      ...valueOf(reading),
      ...read.flatMap(({ sends = [] }) => sends).filter(({ token }) => token !== NATIVE_TOKEN),
    ]),
    receives: read.flatMap(({ receives = [] }) => receives),
    also: read.length < actions.length ? callUnknown(reading) : [],
  };
}

/** More than any interface puts into one transaction. */
const MAX_BULKER_ACTIONS = 256;

export const compoundV3Rows: readonly FunctionRow[] = [
  ...cometRows,
  ...rewardRows,
  readRow("function invoke(bytes32[] actions, bytes[] data) payable", readBulkerActions),
];
