const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Any other entity is declared somewhere, as the named characters of HTML are by a doctype of it. */
export const hasOtherEntities = (text: string): boolean => /&(?!(?:amp|lt|gt|quot|apos);)[^\s&;#<>"']+;/.test(text);

/** Text of XML without its entities. */
export const readText = (text: string): string =>
  text.includes("&")
    ? text.replaceAll(
        /&(?:#x0*([0-9a-f]{1,6})|#0*(\d{1,7})|([a-z]+));/gi,
        (whole, hex?: string, decimal?: string, name = "") =>
          toCharacter(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16), NAMED[name as string] ?? whole),
      )
    : text;

export const saysInherit = (value: string): boolean => /inherit/i.test(value);

/** What a style sheet or an attribute comes to in the end: without escapes of CSS, nor what URLs leave out or escape. */
export const unescapeStyle = (text: string): string => (/[\\%\t\n\r]/.test(text) ? unescapeAll(text) : text);

const unescapeAll = (text: string): string =>
  unescapeUrl(
    text
      .replaceAll(/\\(?:([0-9a-f]{1,6})\s?|\r\n|[\n\r\f]|([^]))/gi, (_, hex?: string, character = "") =>
        hex === undefined ? (character as string) : toCharacter(Number.parseInt(hex, 16), ""),
      )
      .replaceAll(/[\t\n\r]/g, ""),
  );

/** A style sheet, or an attribute of style, without comments. */
export const withoutComments = (style: string): string => style.replaceAll(/\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)/g, " ");

export const unescapeUrl = (text: string): string =>
  text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll("%", ""), "hex").toString());

/** What the first group of a pattern meets, each time. */
export const findAll = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, found = ""]) => found);

export const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

export const findNumbers = (text: string): number[] => (text.match(NUMBER) ?? []).map(Number);
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;

/** Ids of parts that an attribute may refer to, however it does. A colour looks like one as well. */
export const findReferences = (value: string): string[] =>
  value.includes("#") ? findAll(value, /#\s*([^\s()"';,#]*)/g) : [];

/** Ids that a style sheet refers to, as `url(#id)`: others are those that it styles. */
export const findSheetReferences = (sheet: string): string[] => findAll(sheet, /\([^()#]*#\s*([^\s()"';,#]*)/g);

/** Whether it holds another file, in a `data:` URL, that could draw or style on its own. */
export const embedsMore = (value: string): boolean => /data:\s*[^\s,;:]*(?:xml|css|html)/i.test(value);

const toCharacter = (code: number, otherwise: string): string =>
  code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;
