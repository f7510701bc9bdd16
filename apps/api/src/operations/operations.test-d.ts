import type { Handlers } from "@portico/contract/server";
import { expectTypeOf, test } from "vitest";
import type { Deps, Operation } from "../deps.ts";
import { operations } from "./operations.ts";

test("the table is complete and typed", () => {
  expectTypeOf(operations).toExtend<Handlers<Deps>>();
  const { getChain: _getChain, ...rest } = operations;
  // @ts-expect-error -- one is missing
  void (rest satisfies Handlers<Deps>);
  // @ts-expect-error -- one too many
  void ({ ...operations, getNothing: operations.getChain } satisfies Handlers<Deps>);
  // @ts-expect-error -- the handler of another operation
  void ({ ...operations, getUserToken: operations.getChainList } satisfies Handlers<Deps>);
});

test("parameters with a default are always present, lists are arrays, chain ids of getChain are a union", () => {
  type Query<Id extends Parameters<Operation<"getUserAllTokenList">>[0]["operationId"]> = Parameters<
    Operation<Id>
  >[0]["query"];
  expectTypeOf<Query<"getUserAllTokenList">["is_all"]>().toEqualTypeOf<boolean>();
  expectTypeOf<Query<"getUserAllTokenList">["chain_ids"]>().toEqualTypeOf<string[]>();
});
