import { beforeAll, expect, test } from "vitest";
import { showLanguage } from "../testing/showLanguage.ts";
import { readSubject } from "./readSubject.ts";

beforeAll(() => showLanguage("en"));

const problemOf = (text: string): string => {
  const subject = readSubject(text);
  return subject.kind === "unclear" ? subject.problem : subject.kind;
};

test("an address is recognised in any case, with spaces around it or without its 0x", () => {
  const address = `0x${"ab".repeat(20)}`;
  for (const text of [address, address.toUpperCase().replace("X", "x"), ` ${address}\n`, address.slice(2)])
    expect(readSubject(text)).toEqual({ kind: "address", address });
});

test("a name is recognised by its dot", () => {
  expect(readSubject("Alice.ETH ")).toEqual({ kind: "name", name: "alice.eth" });
  expect(readSubject("pay.bücher.eth")).toEqual({ kind: "name", name: "pay.bücher.eth" });
});

test("anything else is rejected with a reason", () => {
  expect(problemOf("")).toMatch(/^Enter an address/);
  expect(problemOf(`0x${"a".repeat(39)}`)).toMatch(/this has 39/);
  expect(problemOf(`0x${"a".repeat(39)}g`)).toMatch(/this has “g”/);
  expect(problemOf(`0x${"a".repeat(64)}`)).toMatch(/^No transaction with this hash/);
  for (const text of ["alice", "a b.eth", ".eth", "a..eth", "eth.", "../x.eth", `${"a".repeat(300)}.eth`])
    expect([text, problemOf(text)]).toEqual([text, expect.stringMatching(/^This is neither/)]);
});
