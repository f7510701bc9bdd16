import fc from "fast-check";
import { expect, test } from "vitest";
import { browserLabel } from "./browserLabel.ts";

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
    "Chrome on Windows",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
    "Safari on iOS",
  ],
  ["", "an unknown browser"],
  [undefined, "an unknown browser"],
])("%j is %j", (userAgent, label) => {
  expect(browserLabel(userAgent)).toBe(label);
});

test("whatever a browser calls itself is plain and short: it stands in a message to sign", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((name) => `${name}/1.0 (${name})`),
      ),
      (userAgent) => {
        expect(browserLabel(userAgent)).toMatch(/^[\w .-]{1,70}$/);
      },
    ),
  );
});
