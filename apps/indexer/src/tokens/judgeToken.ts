import type { Token } from "@portico/store";
import { hasHidden, toLatin } from "./symbolSet.ts";
import type { SymbolSet } from "./symbolSet.ts";

/** An address to open: a scheme, `www.`, a messenger's invitation, or a domain with a path. */
const LINK = /https?:|www\.|\bt\.me\b|discord\.gg|\b[a-z0-9-]+\.[a-z]{2,}\/\w/;
/** What calls a holder to act. */
const LURE = /\b(?:claim(?:s|ed|ing|able)?|visit|air\s?drop(?:s|ped)?|rewards?|give\s?away|voucher)\b/;
/** A name of the web, as protocols also have: "Curve.fi" (a share of a pool of theirs). */
const DOMAIN =
  /\b[a-z0-9-]{2,}\.(?:app|cash|cc|club|co|com|fi|finance|fun|gift|gg|info|io|link|live|me|net|one|online|org|pro|run|shop|site|top|us|vip|website|win|world|xyz)\b/;

/**
 * What name and symbol alone tell against a token that no list has. Letters that look like Latin ones count as those.
 * - a scam: they hold a link, or call to claim, visit or take an airdrop or reward;
 * - suspicious: a scam, or a reader could take the symbol for that of a listed token or the native coin, or they hold
 *   characters that nobody sees or that turn the order of letters, or the name of a website.
 */
export function judgeToken(
  { name, symbol }: Pick<Token, "name" | "symbol">,
  verified: SymbolSet,
): { isScam: boolean; isSuspicious: boolean } {
  const texts = [name ?? "", symbol ?? ""];
  const words = texts.map((text) => toLatin(text).toLowerCase());
  const isScam = words.some((text) => LINK.test(text) || LURE.test(text));
  const isSuspicious =
    isScam ||
    texts.some(hasHidden) ||
    words.some((text) => DOMAIN.test(text)) ||
    (symbol !== null && verified.looksLikeOne(symbol));
  return { isScam, isSuspicious };
}
