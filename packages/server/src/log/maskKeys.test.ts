import fc from "fast-check";
import { expect, test } from "vitest";
import { maskKeys } from "./maskKeys.ts";

const BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".split("");
const secrets = fc.array(fc.constantFrom(...BASE64URL), { minLength: 49, maxLength: 49 });
const repeat = <T>(one: T): T[] => Array.from({ length: 50 }, () => one);
const encode = (character: string): string => `%${character.charCodeAt(0).toString(16)}`;

test("H11 an access key is masked whole, wherever it stands in a path and however it is encoded", () => {
  fc.assert(
    fc.property(secrets, fc.array(fc.boolean(), { minLength: 50, maxLength: 50 }), (secret, isEncoded) => {
      const key = `pk${["_", ...secret].map((one, at) => (isEncoded[at] === true ? encode(one) : one)).join("")}`;
      expect(maskKeys(`/v1/${key}/list`)).toBe("/v1/pk_…/list");
      expect(maskKeys(`/${key}`)).toBe("/pk_…");
    }),
    { examples: [[repeat("-"), repeat(false)]] },
  );
});

test("a path without a key is kept", () => {
  expect(maskKeys("/v1/user/token_list")).toBe("/v1/user/token_list");
});
