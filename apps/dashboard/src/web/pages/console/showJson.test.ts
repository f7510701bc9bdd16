import { expect, test } from "vitest";
import { showJson } from "./showJson.ts";

test("JSON is indented with every digit as it was, and empty lists stay short", () => {
  const text = `{"raw_amount":115792089237316195423570985008687907853269984665640564039457584007913129639935,"a":[],"b":[1,{"c":{}}]}`;
  expect(showJson(text)).toBe(`{
  "raw_amount": 115792089237316195423570985008687907853269984665640564039457584007913129639935,
  "a": [],
  "b": [
    1,
    {
      "c": {}
    }
  ]
}`);
});

test("what is invisible, or changes the direction of text, is shown as its escape; braces in strings are text", () => {
  expect(showJson(`{"name":"a\u202Eb{[,:\u200B \u{E0041}"}`)).toBe(
    String.raw`{
  "name": "a\u202eb{[,:\u200b \udb40\udc41"
}`,
  );
  expect(showJson("<html>\u0000")).toBe(String.raw`<html>\u0000`);
});
