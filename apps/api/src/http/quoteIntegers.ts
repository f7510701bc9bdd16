/** Whole strings, so that their content is skipped; and integers beyond a double's safe range. */
const STRING_OR_INTEGER = /"(?:[^"\\]+|\\.)*"|(?<![-+.\w])[0-9]{16,78}(?![.\w])/g;

/**
 * JSON text with integers of 16 digits and more as strings, which the contract allows where they occur: JSON.parse
 * would
 * round them. @param json - Valid; otherwise the time is quadratic.
 */
export function quoteIntegers(json: string): string {
  if (!/[^"\w][0-9]{16}/.test(json)) return json; // usually there are none
  return json.replaceAll(STRING_OR_INTEGER, (found) => (found.startsWith('"') ? found : `"${found}"`));
}
