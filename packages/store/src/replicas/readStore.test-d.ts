import { expectTypeOf, test } from "vitest";
import type { Store } from "../database/database.ts";
import type { PrimaryStore, ReadStore } from "./readStore.ts";

test("a store that may be a replica is not given to writers; any store can be read, and is written to", () => {
  expectTypeOf<ReadStore>().toExtend<Store>();
  expectTypeOf<Store>().toExtend<ReadStore>();
  expectTypeOf<Store>().toExtend<PrimaryStore>();
  expectTypeOf<ReadStore>().not.toExtend<PrimaryStore>();
});
