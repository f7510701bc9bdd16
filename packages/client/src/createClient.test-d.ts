import { expectTypeOf, test } from "vitest";
import { createClient, unwrap, type Problem, type UserToken } from "./index.ts";

const client = createClient({ baseUrl: "http://portico.test" });
const query = { id: "0x00000000000000000000000000000000000a11ce", chain_id: "eth" };

test("an answer is typed by its path", async () => {
  const { data, error } = await client.GET("/v1/user/token_list", { params: { query } });
  expectTypeOf(data).toExtend<UserToken[] | undefined>();
  expectTypeOf(data).not.toBeAny();
  expectTypeOf<NonNullable<typeof data>[number]["raw_amount"]>().toEqualTypeOf<bigint>();
  expectTypeOf<NonNullable<typeof error>>().toExtend<Problem>();
});

test("a pair in an answer is a pair, not a list", async () => {
  const curve = await unwrap(client.GET("/v1/user/chain_net_curve", { params: { query } }));
  expectTypeOf(curve.usd_value_list).toEqualTypeOf<[number, number][]>();
  const holders = { params: { query: { chain_id: "eth", id: "eth" } } };
  expectTypeOf(await unwrap(client.GET("/v1/token/top_holders", holders))).toEqualTypeOf<[string, number][]>();
  const asked = await client.request("get", "/v1/user/chain_net_curve", { params: { query } });
  expectTypeOf(asked.data?.usd_value_list[0]).toEqualTypeOf<[number, number] | undefined>();
});

test("what is not parsed as JSON is typed so", async () => {
  const { data } = await client.GET("/v1/chain/list", { parseAs: "text" });
  expectTypeOf(data).toEqualTypeOf<string | undefined>();
});

test("unwrap leaves only the data", async () => {
  const tokens = await unwrap(client.GET("/v1/user/token_list", { params: { query } }));
  expectTypeOf(tokens).toExtend<UserToken[]>();
  expectTypeOf(tokens).not.toBeAny();
});

test("an error's code is one of the contract's", async () => {
  const { error } = await client.GET("/v1/user/token_list", { params: { query } });
  if (error?.code === "invalid_chain") expectTypeOf(error.message).toEqualTypeOf<string>();
  // @ts-expect-error no such code
  if (error?.code === "no_such_code") return;
});

test("what the contract does not have does not compile", () => {
  // @ts-expect-error an unknown path
  void client.GET("/v1/user/tokens", { params: { query } });
  // @ts-expect-error the wrong method
  void client.POST("/v1/user/token_list", { params: { query } });
  // @ts-expect-error no parameters at all
  void client.GET("/v1/user/token_list");
  // @ts-expect-error a missing parameter
  void client.GET("/v1/user/token_list", { params: { query: { id: query.id } } });
  // @ts-expect-error a parameter of the wrong type
  void client.GET("/v1/user/token_list", { params: { query: { ...query, is_all: "yes" } } });
  // @ts-expect-error no base URL
  createClient({});
});
