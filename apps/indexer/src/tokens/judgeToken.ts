import type { Token } from "@portico/store";
import { hasHidden, toLatin } from "./symbolSet.ts";
import type { SymbolSet } from "./symbolSet.ts";

/** A link: a scheme, `www.`, a messenger's invitation, or a domain with a path. */
const LINK = /https?:|www\.|\bt\.me\b|discord\.gg|\b[a-z0-9-]+\.[a-z]{2,}\/\w/;
/** Words that urge a holder to act. */
const LURE = /\b(?:claim(?:s|ed|ing|able)?|visit|air\s?drop(?:s|ped)?|rewards?|give\s?away|voucher)\b/;
/** A domain name, as in names of protocols: "Curve.fi" (a share of one of its pools). */
const DOMAIN =
  /\b[a-z0-9-]{2,}\.(?:app|cash|cc|club|co|com|fi|finance|fun|gift|gg|info|io|link|live|me|net|one|online|org|pro|run|shop|site|top|us|vip|website|win|world|xyz)\b/;

/**
 * Classifies an unlisted token by its name and symbol alone. Letters that look like Latin ones are treated as such.
 * - a scam: they contain a link, or urge to claim, visit or take an airdrop or reward;
 * - suspicious: a scam, or the symbol can be confused with that of a listed token or the native coin, or they contain
 * invisible characters, characters that reverse the order of letters, or a website's name.
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
