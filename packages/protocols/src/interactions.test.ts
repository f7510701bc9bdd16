import type { Address, Hex } from "@portico/evm";
import { encodeAbiParameters, encodeEventTopics, parseAbiItem } from "viem";
import { describe, expect, it } from "vitest";
import { createSignalTable, decodeWith } from "./interactions.ts";
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
});
