import { beforeAll, expect, test } from "vitest";
import { formatAmountText } from "./formatAmountText.ts";
import { showLanguage } from "../testing/showLanguage.ts";

beforeAll(() => showLanguage("en"));

test("an amount is shown with the digits that are significant at its size", () => {
  expect(
    [0, 1.2, 3040, 0.000512345, 0.1 + 0.2, 1234.56789, 123_456.789, 1.25e9, 1e-12, 1e20].map(formatAmountText),
  ).toEqual(["0", "1.2", "3,040", "0.0005123", "0.3", "1,234.5679", "123,457", "1.25B", "<0.000000001", "1.00e+20"]);
});
