import { expect, test } from "vitest";
import { toStateAfter } from "./stateAfter.ts";

const ONE = `0x${"01".repeat(20)}` as const;
const TWO = `0x${"02".repeat(20)}` as const;
const GONE = `0x${"03".repeat(20)}` as const;
const word = (digit: string) => `0x${digit.padStart(64, "0")}`;

/** As OpenEthereum documents it; slots may lack leading zeros. */
test("changed, added and removed parts become overrides; unchanged ones are left out", () => {
  const state = toStateAfter({
    [ONE]: {
      balance: { "*": { from: "0x5", to: "0x7" } },
      nonce: "=",
      code: "=",
      storage: { "0x1": { "*": { from: word("0"), to: word("9") } }, "0x2": { "-": word("4") }, "0x3": "=" },
    },
    [TWO]: {
      balance: { "+": "0x0" },
      nonce: { "+": "0x1" },
      code: { "+": "0x6000" },
      storage: { "0x0": { "+": "0x8" } },
    },
    [GONE]: { balance: { "-": "0x5" }, nonce: { "-": "0x1" }, code: { "-": "0x6000" }, storage: {} },
  });
  expect(state).toEqual({
    [ONE]: { balance: "0x7", stateDiff: { [word("1")]: word("9"), [word("2")]: word("0") } },
    [TWO]: { balance: "0x0", nonce: "0x1", code: "0x6000", stateDiff: { [word("0")]: word("8") } },
    [GONE]: { balance: "0x0", nonce: "0x0", code: "0x" },
  });
});

test.each([7, null, {}, { "*": null }, { "*": { from: "0x1" } }, { "+": "x" }])("%j is no change", (balance) => {
  expect(() => toStateAfter({ [ONE]: { balance } })).toThrow("a state difference is not valid");
});
