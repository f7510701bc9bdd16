import { expect, test } from "vitest";
import { addDiff, mergeOverrides } from "./stateOverrides.ts";

const A = `0x${"a".repeat(40)}` as const;
const B = `0x${"b".repeat(40)}` as const;
const slot = (digit: string) => `0x${digit.repeat(64)}` as const;

test("a transaction's changes are added to earlier ones, and a slot that it clears is zero", () => {
  const first = addDiff(
    {},
    {
      pre: { [A]: { balance: "0x5" }, [B]: { storage: { [slot("1")]: slot("7") } } },
      post: { [A]: { balance: "0x4", nonce: 1 }, [B]: { storage: { [slot("1")]: slot("8"), [slot("2")]: slot("9") } } },
    },
  );
  const second = addDiff(first, {
    pre: { [A]: { balance: "0x4" }, [B]: { storage: { [slot("1")]: slot("8") } } },
    post: { [A]: { nonce: "0x2" }, [B]: { code: "0x00" } },
  });
  expect(second).toEqual({
    [A]: { balance: "0x4", nonce: "0x2" },
    [B]: { code: "0x00", stateDiff: { [slot("1")]: slot("0"), [slot("2")]: slot("9") } },
  });
});

test("where two override the same part of an account the second wins, and the rest of the first stays", () => {
  expect(mergeOverrides({ [A]: { nonce: "0x1", code: "0x" } }, { [A]: { code: "0x00" }, [B]: {} })).toEqual({
    [A]: { nonce: "0x1", code: "0x00" },
    [B]: {},
  });
});
