import { type Abi, parseAbi } from "viem";
import { encodeCall } from "../../contracts/encodeCall.ts";
import { NATIVE, takePart } from "../world.ts";
import type { Action } from "./action.ts";

const abi: Abi = parseAbi(["function deposit() payable", "function withdraw(uint256 rawAmount)"]);
const GAS = 60_000n;

export const wrap: Action = {
  name: "wrap",
  weight: 6,
  act(world, actor) {
    const token = world.config.wrappedToken;
    const value = takePart(world, actor, NATIVE);
    if (!world.send({ from: actor, to: token, data: encodeCall(abi, "deposit", []), value, gas: GAS })) return false;
    world.ledger.credit(actor, token, value);
    return true;
  },
};

export const unwrap: Action = {
  name: "unwrap",
  weight: 4,
  act(world, actor) {
    const token = world.config.wrappedToken;
    const rawAmount = takePart(world, actor, token);
    const data = encodeCall(abi, "withdraw", [rawAmount]);
    if (rawAmount === 0n || !world.send({ from: actor, to: token, data, gas: GAS })) return false;
    world.ledger.debit(actor, token, rawAmount);
    world.ledger.credit(actor, NATIVE, rawAmount);
    return true;
  },
};
