import { expect, test } from "vitest";
import { readLanguage } from "./languages.ts";

test.each([
  [undefined, [], "en"],
  ["", ["de-AT", "en"], "de"],
  ["", ["fr", "ar-EG", "de"], "ar"],
  ["", ["fr", "*"], "en"],
  ["a=b; portico_language=ar; c=d", ["de"], "ar"],
  ["portico_language=fr", ["de"], "de"],
  ['portico_language="><script>', ["DE-de"], "de"],
  ["x_portico_language=ar", [], "en"],
])("the language of the cookies %j, of a visitor who reads %j, is %s", (cookies, accepted, id) => {
  expect(readLanguage(cookies, accepted).id).toBe(id);
});
