import { expect, test } from "vitest";
import { applyOverlay, type OverlayAction } from "./applyOverlay.ts";

const document = {
  info: { title: "Things", tags: ["a"] },
  lists: { one: { items: [1, 2, 3] }, two: { items: [4] } },
};
const apply = (...actions: OverlayAction[]) => applyOverlay(document, { overlay: "1.1.0", actions });

test("an update merges objects, appends lists, and replaces other values", () => {
  const merged = apply({ target: "$.info", update: { title: "Other", tags: ["b"], version: 1 } });
  expect(merged.info).toEqual({ title: "Other", tags: ["a", "b"], version: 1 });
  expect(apply({ target: "$.info.tags", update: "b" }).info.tags).toEqual(["a", "b"]);
  expect(apply({ target: "$.info.title", update: null }).info.title).toBeNull();
  expect(apply({ target: "$.info", update: { tags: null } }).info.tags).toBeNull();
  expect(apply({ target: "$.lists.*.items", update: [9] }).lists).toEqual({
    one: { items: [1, 2, 3, 9] },
    two: { items: [4, 9] },
  });
});

test("nodes are removed and copied, and the document itself stays as it is", () => {
  expect(apply({ target: "$.lists.one.items[?@ < 3]", remove: true }).lists.one.items).toEqual([3]);
  expect(apply({ target: "$.lists.two", copy: "$.info" }).lists.two).toEqual({ items: [4], ...document.info });
  expect(apply({ target: "$", update: { more: true } })).toEqual({ ...document, more: true });
  expect(document.lists.one.items).toEqual([1, 2, 3]);
});

test.each<[string, OverlayAction]>([
  ["matches nothing", { target: "$.nothing", remove: true }],
  ["more than one node", { target: "$.info", copy: "$.lists.*" }],
])("an action that %s is an error", (text, action) => {
  expect(() => apply(action)).toThrow(text);
});

test("an unknown version is an error", () => {
  expect(() => applyOverlay(document, { overlay: "2.0.0", actions: [] })).toThrow("2.0.0");
});
