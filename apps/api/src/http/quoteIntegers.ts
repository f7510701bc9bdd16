/** Strings whole, so that what is inside is let be; and integers longer than a double can say for sure. */
const STRING_OR_INTEGER = /"(?:[^"\\]+|\\.)*"|(?<![-+.\w])[0-9]{16,78}(?![.\w])/g;

/**
 * JSON text with integers of 16 digits and more as text, which the contract allows wherever they make sense: JSON.parse would
 * round them. @param json - Valid; otherwise time grows with its square.
 */
export function quoteIntegers(json: string): string {
  if (!/[^"\w][0-9]{16}/.test(json)) return json; // mostly there are none
  return json.replaceAll(STRING_OR_INTEGER, (found) => (found.startsWith('"') ? found : `"${found}"`));
}
