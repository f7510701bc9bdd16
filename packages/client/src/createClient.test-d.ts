import type { Approve as LiveApprove } from "@portico/contract/live";
import { expectTypeOf, test } from "vitest";
import {
  createClient,
  paginate,
  PorticoError,
  unwrap,
  unwrapWithMeta,
  type ErrorCode,
  type HistoryItem,
  type Problem,
  type ResultMeta,
  type User,
  type UserToken,
} from "./index.ts";

const client = createClient({ baseUrl: "http://portico.test" });
const query = { id: "0x00000000000000000000000000000000000a11ce", chain_id: "eth" };

test("a response is typed by its path", async () => {
  const { data, error } = await client.GET("/v1/user/token_list", { params: { query } });
  expectTypeOf(data).toExtend<UserToken[] | undefined>();
  expectTypeOf(data).not.toBeAny();
  expectTypeOf<NonNullable<typeof data>[number]["raw_amount"]>().toEqualTypeOf<bigint>();
  expectTypeOf<NonNullable<typeof error>>().toExtend<Problem>();
});

test("a client of the profile live has its types", async () => {
  const live = createClient({ baseUrl: "http://portico.test", profile: "live" });
  const history = await unwrap(live.GET("/v1/user/history_list", { params: { query: { id: query.id } } }));
  expectTypeOf(history.history_list[0]!.token_approve).toEqualTypeOf<LiveApprove | null>();
  const curve = await unwrap(live.GET("/v1/user/chain_net_curve", { params: { query } }));
  expectTypeOf(curve).toEqualTypeOf<{ timestamp: number; usd_value: number }[]>();
  const tokens = await unwrap(live.GET("/v1/user/token_list", { params: { query: { id: query.id } } }));
  expectTypeOf(tokens[0]!.decimals).toEqualTypeOf<number>();
});

test("a pair in a response is a pair, not a list", async () => {
  const curve = await unwrap(client.GET("/v1/user/chain_net_curve", { params: { query } }));
  expectTypeOf(curve.usd_value_list).toEqualTypeOf<[number, number][]>();
  const holders = { params: { query: { chain_id: "eth", id: "eth" } } };
  expectTypeOf(await unwrap(client.GET("/v1/token/top_holders", holders))).toEqualTypeOf<[string, number][]>();
  const result = await client.request("get", "/v1/user/chain_net_curve", { params: { query } });
  expectTypeOf(result.data?.usd_value_list[0]).toEqualTypeOf<[number, number] | undefined>();
});

test("responses that are not parsed as JSON are typed so", async () => {
  const { data } = await client.GET("/v1/chain/list", { parseAs: "text" });
  expectTypeOf(data).toEqualTypeOf<string | undefined>();
});

test("unwrap returns the data alone", async () => {
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

test("a thrown error's code is one of the contract's or of the client's own", () => {
  const error = new PorticoError("timeout", "");
  expectTypeOf<ErrorCode>().toExtend<typeof error.code>();
  // @ts-expect-error no such code
  if (error.code === "no_such_code") return;
});

test("results have the metadata of headers", async () => {
  const { meta } = await client.GET("/v1/user/token_list", { params: { query }, timeoutMs: 1000 });
  expectTypeOf(meta).toEqualTypeOf<ResultMeta>();
  expectTypeOf((await unwrapWithMeta(client.GET("/v1/chain/list"))).meta).toEqualTypeOf<ResultMeta>();
});

test("items are typed by their path, and only operations with pages can be paginated", async () => {
  for await (const item of paginate(client, "/v1/user/history_list", { params: { query } }))
    expectTypeOf(item).toEqualTypeOf<HistoryItem>();
  for await (const item of paginate(client, "/v1/token/top_holders", { params: { query } }))
    expectTypeOf(item).toEqualTypeOf<[string, number]>();
  for await (const page of paginate(client, "/v1/me/follower_list", {}).pages())
    expectTypeOf(page.items).toEqualTypeOf<User[]>();
  // @ts-expect-error has no pages
  paginate(client, "/v1/user/token_list", { params: { query } });
  // @ts-expect-error a missing parameter
  paginate(client, "/v1/token/top_holders", { params: { query: { id: "eth" } } });
});

test("what the contract does not have is a type error", () => {
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
