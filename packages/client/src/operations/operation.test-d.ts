import { expectTypeOf, test } from "vitest";
import { createClient, unwrap, type Chain, type ExplainTx, type UserToken } from "../index.ts";
import { getChainList, getUserTokenList, getUserTotalBalance, postWalletExplainTx } from "./index.ts";

const client = createClient({ baseUrl: "http://portico.test" });
const input = { id: "0x00000000000000000000000000000000000a11ce", chain_id: "eth" };

test("input and result are typed by the operation", async () => {
  expectTypeOf(await unwrap(getUserTokenList(client, input))).toEqualTypeOf<UserToken[]>();
  expectTypeOf(await unwrap(getChainList(client))).toEqualTypeOf<Chain[]>();
  const { error } = await getUserTotalBalance(client, { id: input.id }, { signal: AbortSignal.timeout(1) });
  // @ts-expect-error no such code
  if (error?.code === "no_such_code") return;
  expectTypeOf(await unwrap(postWalletExplainTx(client, { chain_id: "eth", tx_id: "0x" }))).toEqualTypeOf<ExplainTx>();
});

test("what the contract does not have is a type error", () => {
  // @ts-expect-error a missing parameter
  void getUserTokenList(client, { id: input.id });
  // @ts-expect-error no input at all
  void getUserTokenList(client);
  // @ts-expect-error a parameter of the wrong type
  void getUserTokenList(client, { ...input, is_all: "yes" });
  // @ts-expect-error an unknown field of the body
  void postWalletExplainTx(client, { chain: "eth" });
  // @ts-expect-error an unknown header
  void getUserTokenList(client, input, { params: { header: { "X-Nothing": "" } } });
});
