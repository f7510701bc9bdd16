import { coinRulesOf, RpcCallError, type Rpc } from "@portico/evm";
import { expect, test } from "vitest";
import { readNodeRules } from "./readNodeRules.ts";

const rpcOf = (answer: () => unknown): Pick<Rpc, "send"> => ({
  send: async <T>() => {
    await Promise.resolve();
    return answer() as T;
  },
});
const rules = coinRulesOf("base");

test.each([
  ["anvil/v1.7.1", false],
  ["HardhatNetwork/2.22", false],
  ["Geth/v1.101511.0-stable/linux-amd64", true],
  ["reth/v1.5.0", true],
  [null, true],
])("a fee for data is expected of %s: %s", async (name, hasDataFee) => {
  expect(
    await readNodeRules(
      rpcOf(() => name),
      rules,
    ),
  ).toEqual({ ...rules, hasDataFee });
});

test("a node that refuses to tell its name is one of the chain, and a failure is not its name", async () => {
  const refuse = () => {
    throw new RpcCallError("web3_clientVersion", { code: -32_601, message: "the method does not exist" });
  };
  expect(await readNodeRules(rpcOf(refuse), rules)).toBe(rules);
  const fail = () => {
    throw new Error("the connection was closed");
  };
  await expect(readNodeRules(rpcOf(fail), rules)).rejects.toThrow("closed");
});

test("chains without such a fee are not called", async () => {
  const refuse = () => expect.unreachable("no request is needed");
  expect(await readNodeRules(rpcOf(refuse), coinRulesOf("eth"))).toBe(coinRulesOf("eth"));
});
