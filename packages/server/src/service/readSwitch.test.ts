import { expect, test } from "vitest";
import { readSwitch } from "./readSwitch.ts";

test.each([
  [undefined, false],
  ["", false],
  ["off", false],
  ["on", true],
  [" On ", true],
])("a switch that is set to %j is %j", (text, isOn) => {
  expect(readSwitch({ PORTICO_X: text }, "PORTICO_X")).toBe(isOn);
});

test.each(["yes", "1", "true"])("%s is rejected by the variable's name, without its value", (text) => {
  expect(() => readSwitch({ PORTICO_X: text }, "PORTICO_X")).toThrow(/^PORTICO_X must be on or off$/);
});
