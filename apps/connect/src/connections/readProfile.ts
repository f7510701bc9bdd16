import type { Profile, ProfileLink } from "@portico/store";
import { visibleText } from "@portico/ui/displayText";
import { PROFILE_LIMITS } from "../page/profileLimits.ts";
import { SignInError } from "../signIn/signInError.ts";

type Body = Readonly<Record<string, unknown>>;

/**
 * Reads a user's profile; missing, null and blank fields are empty. It is shown to other users, so text
 * has no control characters and no direction controls, and addresses are https, without credentials.
 * @throws SignInError invalid_params that names the field.
 */
export const readProfile = ({ name, bio, logo_url: logoUrl, link_list: links }: Body): Profile => ({
  name: readText("name", name, { max: PROFILE_LIMITS.name }),
  bio: readText("bio", bio, { max: PROFILE_LIMITS.bio, isLong: true }),
  logoUrl: readUrl("logo_url", logoUrl),
  links: readLinks(links),
});

function readLinks(links: unknown): ProfileLink[] {
  if (links === undefined || links === null) return [];
  if (!Array.isArray(links)) throw refusal("link_list", "must be a list");
  if (links.length > PROFILE_LIMITS.links)
    throw refusal("link_list", `must have at most ${PROFILE_LIMITS.links} links`);
  return links.map((link: unknown, at) => {
    const field = `link_list[${at}]`;
    if (typeof link !== "object" || link === null) throw refusal(field, "must have a name and a url");
    const { name, url } = Object.assign(Object.create(null), link) as Body;
    const readName = readText(`${field}.name`, name, { max: PROFILE_LIMITS.linkName });
    const readAddress = readUrl(`${field}.url`, url);
    if (readAddress === null) throw refusal(`${field}.url`, "is missing");
    return { name: readName ?? new URL(readAddress).host, url: readAddress };
  });
}

/** Controls, direction controls, line separators, lone surrogates. */
const UNFIT = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/u;

function readText(field: string, value: unknown, { max, isLong = false }: { max: number; isLong?: boolean }) {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") throw refusal(field, "must be a string");
  if (value.length > 4 * max) throw refusal(field, `must have at most ${max} characters`);
  const text = value.normalize("NFC").replaceAll("\r\n", "\n").trim();
  if (Array.from(text).length > max) throw refusal(field, `must have at most ${max} characters`);
  if (UNFIT.test(isLong ? text.replaceAll("\n", " ") : text))
    throw refusal(field, "must not contain control or direction characters");
  return visibleText(text).trim() || null;
}

function readUrl(field: string, value: unknown): string | null {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value !== "string" || value.length > PROFILE_LIMITS.url) {
    throw refusal(field, `must be a URL of at most ${PROFILE_LIMITS.url} characters`);
  }
  const url = URL.parse(value.trim());
  const isFit = url?.protocol === "https:" && url.username === "" && url.password === "";
  if (!isFit || url.href.length > PROFILE_LIMITS.url) throw refusal(field, "must be an https URL without credentials");
  return url.href;
}

const refusal = (field: string, what: string): SignInError => new SignInError("invalid_params", `${field} ${what}.`);
