import { expect, test } from "vitest";
import { bindToShard } from "./bindToShard.ts";
import type { Shard } from "./shardMap.ts";

const shardOf = (tables: readonly (readonly ["balance" | "leg", string])[]): Shard => ({
  id: "102021",
  group: 1,
  nth: 0,
  tables: new Map(tables),
});
const statement = { name: "read-owner", text: "select * from balance join leg using (owner)" };
const [balance, leg] = [
  ["balance", "balance_102021"],
  ["leg", "leg_102045"],
] as const;

test("a shard's statement is the same however its tables are listed, and of another name with another text", () => {
  const bound = bindToShard(shardOf([balance, leg]), statement);
  expect(bindToShard(shardOf([leg, balance]), statement)).toEqual(bound);
  const fewer = bindToShard(shardOf([balance]), statement);
  expect(fewer.text).not.toBe(bound.text);
  expect(fewer.name).not.toBe(bound.name);
  expect(bound.name.length).toBeLessThan(64); // PostgreSQL cuts longer names
});
