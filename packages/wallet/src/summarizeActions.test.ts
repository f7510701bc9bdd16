import type { CallAction, TxToken } from "@portico/contract";
import { expect, test } from "vitest";
import { summarizeActions } from "./summarizeActions.ts";
import { summarizeChanges } from "./summarizeChanges.ts";

const FROM = "0x00000000000000000000000000000000000000a1";
const TO = "0x00000000000000000000000000000000000000b2";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a sentence needs of a token
const tokenOf = (symbol: string, amount: number) =>
  ({ id: TO, symbol, decimals: 2, price: 0, amount, raw_amount: BigInt(amount * 100) }) as unknown as TxToken;
const [eth, reward] = [tokenOf("ETH", 1), tokenOf("REWARD\u202e  that\nis free of any charges at all", 5)];

const call = (category: string, sends: TxToken[], receives: TxToken[]): CallAction => ({
  type: "call",
  from_addr: FROM,
  to_addr: TO,
  contract: { id: TO, protocol: null },
  category,
  send_token_list: sends,
  receive_token_list: receives,
});
const summarize = (action: CallAction) => summarizeActions([action], { from: FROM, to: TO, functionName: "run" });

test.each<[string, CallAction]>([
  ["Claims at least 5 REWARD that is free of … from 0x0000…00b2", call("claim", [], [reward])],
  [
    "Calls run on 0x0000…00b2: sends up to 1 ETH and receives at least 5 REWARD that is free of …",
    call("claim", [eth], [reward]),
  ],
  ["Calls run on 0x0000…00b2: sends up to 1 ETH", call("governance", [eth], [])],
  ["Supplies up to 1 ETH to 0x0000…00b2", call("supply", [eth], [])],
  ["Calls run on 0x0000…00b2: sends up to 1 ETH", call("send", [eth], [])],
  ["Allows another address to act on 0x0000…00b2", call("approve", [], [])],
  ["Calls run on 0x0000…00b2", call("", [], [])],
])("no word hides what goes out, and names stay short: %s", (sentence, action) => {
  expect(summarize(action)).toBe(sentence);
});

test("a call inside another, of which nothing is known, is not said to move nothing", () => {
  const text = summarizeActions([call("", [], [])], { from: FROM, to: FROM, functionName: "execute" });
  expect(text).toBe("Calls a function on 0x0000…00b2");
});

test("what is simulated decides, and approvals are added, also those that only a call's category states", () => {
  const change = { success: true, error: null, send_nft_list: [], receive_nft_list: [], usd_value_change: 0 };
  const textOf = (category: string, sent: TxToken[], received: TxToken[]) =>
    summarizeChanges({
      change: { ...change, send_token_list: sent, receive_token_list: received },
      owner: FROM,
      actions: [call(category, [eth], [reward])],
      call: { from: FROM, to: TO, functionName: "run" },
    });
  expect(textOf("swap", [eth], [])).toBe("Swaps 1 ETH on 0x0000…00b2");
  expect(textOf("claim", [eth], [reward])).toBe(
    "Calls run on 0x0000…00b2: sends 1 ETH and receives 5 REWARD that is free of …",
  );
  expect(textOf("claim", [], [])).toBe("Calls run on 0x0000…00b2");
  expect(textOf("approve", [], [])).toBe("Allows another address to act on 0x0000…00b2");
  expect(textOf("approve", [eth], [])).toBe(
    "Calls run on 0x0000…00b2: sends 1 ETH, then allows another address to act on 0x0000…00b2",
  );
});
