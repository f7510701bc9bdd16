import { formatCount, formatTimestamp } from "@portico/ui/browser";
import { afterAll, expect, test } from "vitest";
import { formatValue } from "../currency/formatValue.ts";
import { formatSpan } from "../parts/sourceLines.ts";
import { showLanguage } from "../testing/showLanguage.ts";
import { t } from "./t.ts";

afterAll(() => showLanguage("en"));

test("untrusted text in a message stays as it is: no escape, tag or argument in it is read", async () => {
  await showLanguage("en");
  for (const name of ["\\u202Egnp.exe", "<0/> <b>x</b>", "{name} # '", "%__x__%"])
    expect(t("ui.copyValue", { name })).toBe(`Copy ${name}`);
});

test("numbers, values and times follow the language", async () => {
  const at = Date.UTC(2026, 10, 21, 12) / 1000;
  await showLanguage("de");
  expect([formatCount(1_234_567), formatValue(1234.5), formatSpan(7200)]).toEqual([
    "1.234.567",
    "1.234,50\u00A0$",
    "2 Stunden",
  ]);
  expect(formatTimestamp(at)).toMatch(/^21\.11\.2026, \d\d:00$/);
  expect(t("shell.suggestionCount", { count: 1234 })).toBe("1.234 Vorschläge");
  await showLanguage("ar");
  expect(formatCount(1_234_567)).toBe("1,234,567"); // in Latin digits
  expect(formatValue(1234.5)).toMatch(/^\u2066.*1,234\.50.*\u2069$/);
  expect([1, 2, 3, 11, 100].map((count) => t("shell.suggestionCount", { count }))).toEqual([
    "اقتراح واحد",
    "اقتراحان",
    "3 اقتراحات",
    "11 اقتراحًا",
    "100 اقتراح",
  ]);
});
