const BREAKS = /[\s\p{Cc}\u2028\u2029]+/gu;
const MARK = "[\\p{Mn}\\p{Me}]";
/** Joiners don't separate marks: those without effect are removed afterwards. */
const STACKED_MARKS = new RegExp(`(${MARK}[\\u200C\\u200D]*${MARK})((?:${MARK}|[\\u200C\\u200D])+)`, "gu");
const MARKS = new RegExp(MARK, "gu");
const PLAIN = /^[\x21-\x7E]*$/;

/**
 * An untrusted text made safe to show within a line: without invisible characters and direction controls, on one line,
 * with at most two marks per letter, not counting those with a width of their own. Joiners stay where they have an
 * effect: in emoji, and where they change how letters are written.
 */
export const displayText = (text: string): string =>
  PLAIN.test(text)
    ? text
    : filterJoiners(limitMarks(removeUnseen(text)))
        .replace(BREAKS, " ")
        .trim();

/** Like displayText, but keeps line breaks and all marks. */
export const visibleText = (text: string): string => filterJoiners(removeUnseen(text));

const limitMarks = (text: string): string =>
  text.replace(STACKED_MARKS, (_, two: string, rest: string) => two + rest.replace(MARKS, ""));

/** Flags of subdivisions are spelled with invisible tag characters: England, Scotland, Wales. */
const FLAGS = ["gbeng", "gbsct", "gbwls"].map(
  (name) =>
    `\u{1F3F4}${Array.from(name, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("")}\u{E007F}`,
);
const JOINERS = /[\u200C\u200D]/g;
const REPEATED_JOINERS = /([\u200C\u200D])[\u200C\u200D]+/g;
/** Variation selectors of emoji. */
const SELECTORS = /[\uFE0E\uFE0F]/g;
/** Control characters are replaced separately: they separate words. U+2800 is a Braille cell without dots. */
const UNSEEN = new RegExp(
  `${FLAGS.join("|")}|(?!${JOINERS.source}|${SELECTORS.source})[\\p{Default_Ignorable_Code_Point}\\p{Cf}\\p{Co}\\p{Cn}\\p{Cs}\\u2800]`,
  "gu",
);

/** Keeps all joiners, which depend on what else is kept. */
const removeUnseen = (text: string): string =>
  text.replace(UNSEEN, (found) => (FLAGS.includes(found) ? found : "")).replace(SELECTORS, filterCharacters(selects));

/** Must come after all other removals: each could end a joiner's effect. */
const filterJoiners = (text: string): string =>
  text.replace(REPEATED_JOINERS, "$1").replace(JOINERS, filterCharacters(joins));

type IsWanted = (found: string, before: string, after: string) => boolean;

/** Number of UTF-16 units that decide whether a character has an effect. */
const CONTEXT = 8;

function filterCharacters(isWanted: IsWanted) {
  return (found: string, at: number, text: string): string => {
    const next = at + found.length;
    return isWanted(found, text.slice(Math.max(0, at - CONTEXT), at), text.slice(next, next + CONTEXT)) ? found : "";
  };
}

const EMOJI_BEFORE = /(\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier})$/u;
const PICTOGRAPH_BEFORE = /\p{Extended_Pictographic}$/u;
const PICTOGRAPH_AFTER = /^\p{Extended_Pictographic}/u;
const KEYCAP_BEFORE = /[0-9#*]$/;
/** Viramas: signs that suppress a consonant's vowel, in the scripts of India, Sri Lanka and their neighbours. */
const VIRAMAS = "\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u1039\u17D2";
const VIRAMA_BEFORE = new RegExp(`[${VIRAMAS}]$`, "u");
const VIRAMA_AFTER = new RegExp(`^[${VIRAMAS}]`, "u");
const LETTER_BEFORE = /\p{L}$/u;
const LETTER_AFTER = /^\p{L}/u;
/** Arabic letters that don't join to the next letter: a joiner between these and others has no effect. */
const UNJOINED =
  "\u0621-\u0625\u0627\u0629\u062F-\u0632\u0648\u0671-\u0677\u0688-\u0699\u06C0\u06C3-\u06CB\u06CD\u06CF\u06D2-\u06D5\u06EE\u06EF";
const ARABIC_BEFORE = new RegExp(`(?![${UNJOINED}])(?=\\p{L})\\p{Script=Arabic}\\p{M}*$`, "u");
const ARABIC_AFTER = /^(?![\u0621\u0674])(?=\p{L})\p{Script=Arabic}/u;

function selects(_selector: string, before: string, after: string): boolean {
  return PICTOGRAPH_BEFORE.test(before) || (KEYCAP_BEFORE.test(before) && after.startsWith("\u20E3"));
}

/** @see https://www.rfc-editor.org/rfc/rfc5892#appendix-A.1 */
function joins(joiner: string, before: string, after: string): boolean {
  if (joiner === "\u200C") {
    if (VIRAMA_BEFORE.test(before)) return LETTER_AFTER.test(after);
    return ARABIC_BEFORE.test(before) && ARABIC_AFTER.test(after);
  }
  if (EMOJI_BEFORE.test(before)) return PICTOGRAPH_AFTER.test(after);
  if (VIRAMA_BEFORE.test(before)) return true;
  if (VIRAMA_AFTER.test(after)) return LETTER_BEFORE.test(before);
  return ARABIC_BEFORE.test(before) && !ARABIC_AFTER.test(after);
}
