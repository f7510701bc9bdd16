import fc from "fast-check";
import { expect, test } from "vitest";
import { ServiceError } from "../problem/errors.ts";
import { MASK_DEPTH_MAX, MASK_LENGTH_MAX, parseMask, type FieldMask } from "./parseMask.ts";

type Tree = [string, true | Tree][];

const { mask: masks } = fc.letrec<{ mask: Tree; field: true | Tree }>((tie) => ({
  mask: fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z_]{1,5}$/), tie("field")), {
    minLength: 1,
    maxLength: 4,
    selector: ([name]) => name,
  }),
  field: fc.oneof({ maxDepth: 4 }, fc.constant(true as const), tie("mask")),
}));

const render = (tree: Tree, space: string): string =>
  tree.map(([name, field]) => (field === true ? name : `${name}${space}{${render(field, space)}}`)).join(`,${space}`);
const toMask = (tree: Tree): FieldMask =>
  new Map(tree.map(([name, field]) => [name, field === true ? true : toMask(field)]));

test("a mask survives serializing and parsing, with and without outer braces and white space", () => {
  fc.assert(
    fc.property(masks, fc.constantFrom("", " ", "\t "), fc.boolean(), (tree, space, isBraced) => {
      const text = render(tree, space);
      fc.pre(text.length < MASK_LENGTH_MAX - 2);
      expect(parseMask(isBraced ? `{${text}}` : text)).toEqual(toMask(tree));
    }),
  );
});

/** The result of parsing: a mask with fields, or a refusal. Anything else is a bug. */
function outcomeOf(text: string): "mask" | "refusal" {
  try {
    return parseMask(text).size > 0 ? "mask" : "refusal";
  } catch (error) {
    if (error instanceof ServiceError && error.code === "mask_parse_error") return "refusal";
    throw error;
  }
}

test("any text is parsed or refused as mask_parse_error", () => {
  const pieces = fc.oneof(fc.constantFrom("{", "}", ",", "*", "a", "b"), fc.string({ unit: "binary", maxLength: 3 }));
  fc.assert(fc.property(fc.array(pieces, { maxLength: 40 }), (texts) => outcomeOf(texts.join("")) !== undefined));
  expect([outcomeOf("a{b}"), outcomeOf("a{b")]).toEqual(["mask", "refusal"]);
});

test.each([
  ["{a,b{c}", "expected '}' at position 7"],
  ["a}", "unexpected '}' at position 1"],
  ["{a},b", "expected the end at position 3"],
  ["a,,b", "unexpected ',' at position 2"],
  ["a,", "expected a field at position 2"],
  ["{}", "expected a field at position 1"],
  ["a{}", "expected a field at position 2"],
  ["*{a}", "unexpected '{' at position 1"],
  ["a{b},a{c}", "unexpected '{' at position 6"],
  ["a b", "expected ',' at position 2"],
  ["a.b", "unexpected '.' at position 1"],
  ["   ", "expected a field at position 3"],
])("%s is refused: %s", (text, reason) => {
  expect(() => parseMask(text)).toThrow(`X-Fields: ${reason}`);
});

test("depth and length are bounded", () => {
  const nested = (depth: number) => `${"a{".repeat(depth)}a${"}".repeat(depth)}`;
  expect(parseMask(nested(MASK_DEPTH_MAX - 1)).size).toBe(1);
  expect(() => parseMask(nested(MASK_DEPTH_MAX))).toThrow("is nested deeper than 16");
  expect(() => parseMask("a".repeat(MASK_LENGTH_MAX + 1))).toThrow("is longer than 2000 characters");
});
