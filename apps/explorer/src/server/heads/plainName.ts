import { displayText } from "@portico/ui/displayText";

const TITLE_LENGTH = 60;
/** Invisible characters, which are removed, may be most of a name. */
const UNITS_A_CHARACTER = 8;

/** An untrusted name on one line; by default of a length that suits a title. */
export function plainName(name: string | null | undefined, max = TITLE_LENGTH): string {
  const text = displayText((name ?? "").slice(0, UNITS_A_CHARACTER * max));
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}
