import { expectTypeOf, test } from "vitest";
import { createClient, type ExplainTx, type HistoryItem, type ResultMeta, type UserToken } from "../index.ts";
import { createHooks, type PorticoError } from "./index.ts";

const hooks = createHooks(createClient({ baseUrl: "http://portico.test" }));
const params = { query: { id: "0x00000000000000000000000000000000000a11ce", chain_id: "eth" } };

test("data and errors are typed by the path", () => {
  const { data, error } = hooks.useQuery("get", "/v1/user/token_list", { params });
  expectTypeOf(data).toEqualTypeOf<UserToken[] | undefined>();
  expectTypeOf(error).toEqualTypeOf<PorticoError | null>();
  expectTypeOf(hooks.useSuspenseQuery("get", "/v1/user/token_list", { params }).data).toEqualTypeOf<UserToken[]>();
});

test("select determines the data's type, and a pair stays a pair", () => {
  const select = (tokens: UserToken[]) => tokens.length;
  expectTypeOf(hooks.useQuery("get", "/v1/user/token_list", { params }, { select }).data).toEqualTypeOf<
    number | undefined
  >();
  const holders = hooks.useQuery("get", "/v1/token/top_holders", { params });
  expectTypeOf(holders.data).toEqualTypeOf<[string, number][] | undefined>();
});

test("metadata of headers comes with the data, and select gets both", () => {
  const { data } = hooks.useQueryWithMeta("get", "/v1/user/token_list", { params });
  expectTypeOf(data).toEqualTypeOf<{ readonly data: UserToken[]; readonly meta: ResultMeta } | undefined>();
  const select = ({ meta }: { readonly meta: ResultMeta }) => meta.unitsRemaining;
  expectTypeOf(hooks.useQueryWithMeta("get", "/v1/chain/list", undefined, { select }).data).toEqualTypeOf<
    number | undefined
  >();
  // @ts-expect-error a missing parameter
  hooks.useQueryWithMeta("get", "/v1/user/token_list", { params: { query: { id: "0x" } } });
});

test("pages have typed items, and a mutation takes the call's parameters", () => {
  const { data } = hooks.usePages("/v1/user/history_list", { params });
  expectTypeOf(data?.pages[0]?.items).toEqualTypeOf<HistoryItem[] | undefined>();
  const explain = hooks.useMutation("post", "/v1/wallet/explain_tx");
  expectTypeOf(explain.data).toEqualTypeOf<ExplainTx | undefined>();
  explain.mutate({ body: { tx: { chainId: 1, from: params.query.id } } });
  // @ts-expect-error not in the contract
  explain.mutate({ body: { transaction: {} } });
});

test("what the contract does not have is a type error", () => {
  // @ts-expect-error an unknown path
  hooks.useQuery("get", "/v1/user/tokens", { params });
  // @ts-expect-error a missing parameter
  hooks.useQuery("get", "/v1/user/token_list", { params: { query: { id: "0x" } } });
  // @ts-expect-error no parameters at all
  hooks.useQuery("get", "/v1/user/token_list");
  // @ts-expect-error has no pages
  hooks.usePages("/v1/user/token_list", { params });
});
