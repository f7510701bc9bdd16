import { RpcCallError } from "@portico/evm";
import { expect, test } from "vitest";
import { describeError, describeOutcome } from "./txError.ts";

const refusal = (message: string) => new RpcCallError("eth_simulateV1", { code: -32_000, message });

test("a node's message is returned without URLs, which may contain keys, on one line, and truncated", () => {
  const { code, msg, message } = describeError(refusal("see https://eth.example/v2/s3cret?key=s3cret\n\u202eoops"));
  expect({ code, msg }).toEqual({ code: 1000, msg: "The node rejected the call: eth_simulateV1: see … oops" });
  expect(message).toBe(msg);
  expect(describeError(refusal("x".repeat(100_000))).msg.length).toBeLessThan(1000);
});

test("an internal failure is not revealed", () => {
  expect(describeError(new Error("postgresql://user:s3cret@db")).msg).not.toContain("s3cret");
});

test("a reason is the contract's own, without direction controls", () => {
  const text = Buffer.from("ok\u202e1").toString("hex");
  const words = ["20".padStart(64, "0"), (text.length / 2).toString(16).padStart(64, "0"), text.padEnd(64, "0")];
  const data = `0x08c379a0${words.join("")}` as const;
  expect(describeOutcome({ isSuccess: false, failure: "reverted", data, message: "" }).msg).toBe(
    "execution reverted: ok1",
  );
});
