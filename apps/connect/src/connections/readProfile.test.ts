import fc from "fast-check";
import { expect, test } from "vitest";
import { PROFILE_LIMITS } from "../page/profileLimits.ts";
import { SignInError } from "../signIn/signInError.ts";
import { readProfile } from "./readProfile.ts";

const anything = fc.array(fc.integer({ min: 0, max: 0x10ffff })).map((codes) => String.fromCodePoint(...codes));
const text = fc.oneof(anything, fc.string(), fc.constant("https://x.example"), fc.webUrl());
const field = fc.oneof(text, fc.jsonValue());
const link = fc.oneof(fc.jsonValue(), fc.record({ name: field, url: field }, { requiredKeys: [] }));
const body = fc.record(
  { name: field, bio: field, logo_url: field, link_list: fc.oneof(fc.jsonValue(), fc.array(link)) },
  { requiredKeys: [] },
);

/** Any error except a deliberate refusal is a bug. */
function read(sent: Readonly<Record<string, unknown>>) {
  try {
    return readProfile(sent);
  } catch (error) {
    if (error instanceof SignInError) return "refused";
    throw error;
  }
}

test("any input is either rejected or safe to show, and unchanged when read again", () => {
  let taken = 0;
  fc.assert(
    fc.property(body, (sent) => {
      const profile = read(sent);
      if (profile === "refused") return;
      taken++;
      const { name, bio, logoUrl, links } = profile;
      for (const shown of [name, ...links.map((one) => one.name)]) expect(shown ?? "").not.toMatch(/[\p{Cc}\u202E]/u);
      expect(Array.from(name ?? "").length).toBeLessThanOrEqual(PROFILE_LIMITS.name);
      for (const url of [logoUrl, ...links.map((one) => one.url)])
        expect(new URL(url ?? "https://x").protocol).toBe("https:");
      expect(readProfile({ name, bio, logo_url: logoUrl, link_list: links })).toEqual(profile);
    }),
    { numRuns: 300 },
  );
  expect(taken).toBeGreaterThan(0);
});

test("joiners of emoji and letters stay, and invisible characters are removed", () => {
  const profile = readProfile({ name: "می\u200Cخواهم 👩\u200D🚀", bio: "US\u200B\u200DDC\nनम\u200Dस्ते" });
  expect(profile).toMatchObject({ name: "می\u200Cخواهم 👩\u200D🚀", bio: "USDC\nनमस्ते" });
});
