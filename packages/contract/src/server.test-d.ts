import { expectTypeOf, test } from "vitest";
import type { UserToken } from "./index.ts";
import type { Call, Handler, Handlers } from "./server.ts";

type Deps = { readonly isDeps: true };
declare const chain: Extract<Awaited<ReturnType<Handler<"getChain", Deps>>>, { status: 200 }>["body"];

const accept = <T>(_value: T): void => undefined;

test("uint256 integers are bigint", () => {
  expectTypeOf<UserToken["raw_amount"]>().toEqualTypeOf<bigint>();
});

test("a call has the validator's output: defaults filled in, lists as arrays", () => {
  expectTypeOf<Call<"getTokenTopHolders">["query"]["limit"]>().toEqualTypeOf<number>();
  expectTypeOf<Call<"getUserAllTokenList">["query"]["chain_ids"]>().toEqualTypeOf<string[]>();
  expectTypeOf<Call<"getTokenListByIds">["query"]["ids"]>().toEqualTypeOf<string[]>();
  expectTypeOf<Call<"getChain">["body"]>().toEqualTypeOf<undefined>();
  expectTypeOf<Call<"postWalletExplainTx">["body"]>().not.toEqualTypeOf<undefined>();
});

test("a reply must be one that the contract declares", () => {
  accept<Handler<"getChain", Deps>>(async ({ reply }) => reply(200, chain));
  // @ts-expect-error -- no such status
  accept<Handler<"getChain", Deps>>(async ({ reply }) => reply(201, chain));
  // @ts-expect-error -- a field that the schema doesn't have
  accept<Handler<"getUserChainBalance", Deps>>(async ({ reply }) => reply(200, { usd_value: 1, price: 2 }));
  // @ts-expect-error -- a field is missing
  accept<Handler<"getUserChainBalance", Deps>>(async ({ reply }) => reply(200, {}));
  // @ts-expect-error -- a header that is not declared
  accept<Handler<"getUserChainBalance", Deps>>(async ({ reply }) => reply(200, { usd_value: 1 }, { "X-Nope": "1" }));
  // @ts-expect-error -- a list where an object is required
  accept<Handler<"getChain", Deps>>(async ({ reply }) => reply(200, [chain]));
  // @ts-expect-error -- a returned literal lacks its body
  accept<Handler<"getChain", Deps>>(async () => ({ status: 200 as const }));
  // @ts-expect-error -- a number where the contract has an exact integer
  accept<Handler<"getUserToken", Deps>>(async ({ reply }) => reply(200, { ...({} as UserToken), raw_amount: 1 }));
});

test("a table of handlers is complete, or a type error", () => {
  type Two = Handlers<Deps, "getChain" | "getHealthz">;
  const getChain: Handler<"getChain", Deps> = async ({ reply }) => reply(200, chain);
  const getHealthz: Handler<"getHealthz", Deps> = async ({ reply }) => reply(200, { status: "ok" });
  accept<Two>({ getChain, getHealthz });
  // @ts-expect-error -- one is missing
  accept<Two>({ getChain });
  // @ts-expect-error -- one too many
  accept<Two>({ getChain, getHealthz, getReadyz: getHealthz });
  // @ts-expect-error -- the wrong one
  accept<Two>({ getChain: getHealthz, getHealthz });
});
