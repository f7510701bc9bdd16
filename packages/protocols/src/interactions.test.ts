import { getChain } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { encodeAbiParameters, encodeEventTopics, keccak256, parseAbiItem, toHex } from "viem";
import { describe, expect, it } from "vitest";
import { createSignalTable, decodeInteractions, decodeWith } from "./interactions.ts";
import type { SignalLog } from "./interactions.ts";

const EMITTER: Address = "0x0e00000000000000000000000000000000000003";
const event = parseAbiItem("event Joined(address[] members)");

const toLog = (count: number): SignalLog => {
  const members = Array.from(
    { length: count },
    (_, index): Address => `0x${(index + 1).toString(16).padStart(40, "0")}`,
  );
  const data = encodeAbiParameters([{ type: "address[]" }], [members]);
  return { address: EMITTER, topics: encodeEventTopics({ abi: [event] }) as Hex[], data };
};

describe("decodeWith", () => {
  it("ignores an event of hundreds of owners if anybody may emit it", () => {
    const anybodys = createSignalTable([{ event, owners: ["members"] }]);
    expect(decodeWith(anybodys, toLog(100))).toHaveLength(100);
    expect(decodeWith(anybodys, toLog(101))).toEqual([]);
    const known = createSignalTable([{ event, owners: ["members"], emitters: [EMITTER] }]);
    expect(decodeWith(known, toLog(300))).toHaveLength(300);
  });

  it("counts an event only with the required values, and a word as an owner only if it is an address", () => {
    const named = parseAbiItem("event Named(string indexed name, bytes32 indexed account)");
    const account = `0x${EMITTER.slice(2).padStart(64, "0")}` as const;
    const toNamed = (name: string, word: Hex): SignalLog => ({
      address: EMITTER,
      topics: encodeEventTopics({ abi: [named], args: { name, account: word } }) as Hex[],
      data: "0x",
    });
    const where = { name: keccak256(toHex("Opened")) };
    const table = createSignalTable([{ event: named, owners: ["account"], where }]);
    expect(decodeWith(table, toNamed("Opened", account))).toMatchObject([{ owner: EMITTER }]);
    expect(decodeWith(table, toNamed("Closed", account))).toEqual([]);
    expect(decodeWith(table, toNamed("Opened", where.name))).toEqual([]);
  });
});

describe("decodeInteractions", () => {
  it("ignores deposits of the wrapped native token, which have the form of a gauge's", () => {
    const deposit = parseAbiItem("event Deposit(address indexed user, uint256 amount)");
    const topics = encodeEventTopics({ abi: [deposit], args: { user: EMITTER } }) as Hex[];
    const log = { topics, data: encodeAbiParameters([{ type: "uint256" }], [7n]) };
    expect(decodeInteractions("base", { ...log, address: EMITTER })).toMatchObject([{ owner: EMITTER }]);
    expect(decodeInteractions("base", { ...log, address: getChain("base").wrappedToken! })).toEqual([]);
  });
});
