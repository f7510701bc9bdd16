const NAME_LENGTH = 60;

/**
 * The statement that a wallet shows above the fields of the message: the application, and its scopes. A statement is
 * one line
 * of a subset of ASCII (the ABNF of EIP-4361, and no quotes within the name), so that no name can pose as more of the
 * text.
 */
export const writeStatement = ({ name, host, scopes }: { name: string; host: string; scopes: readonly string[] }) =>
  `Sign in to the application '${toPlainName(name)}' at ${toPlain(host)}. ` +
  `It asks for ${scopes.map(toPlain).join(", ")}; you decide on the next page. This sends no transaction.`;

/**
 * The same for a phone whose wallet signs for a browser elsewhere: it names that browser, so that a person who began
 * nothing there notices.
 */
export const writePhoneStatement = ({ client, scopes, browser }: PhoneStatement): string =>
  client === null
    ? `Sign in ${toPlain(browser)}, on another device, to the pages about your connected applications and your profile. ` +
      "Sign only if you began this there. This sends no transaction."
    : `Sign in ${toPlain(browser)}, on another device, to the application '${toPlainName(client.name)}' at ` +
      `${toPlain(client.redirect_host)}. Sign only if you began this there. ` +
      `It asks for ${scopes.map(toPlain).join(", ")}; you decide there. This sends no transaction.`;

interface PhoneStatement {
  readonly client: { readonly name: string; readonly redirect_host: string } | null;
  readonly scopes: readonly string[];
  readonly browser: string;
}

/** To see and remove connected applications, and to edit the profile. */
export const CONNECTIONS_STATEMENT =
  "Sign in to see the applications connected to your address, and to edit your profile. This sends no transaction.";

/**
 * Removes accents; anything but a plain letter, digit or mild punctuation becomes a question mark, so that the change
 * is visible.
 */
function toPlainName(name: string): string {
  const letters = name.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  const plain = toPlain(letters).replaceAll(/ {2,}/g, " ").trim();
  return plain === "" ? "?" : plain.slice(0, NAME_LENGTH).trim();
}

const toPlain = (text: string): string => text.slice(0, 1000).replaceAll(/[^\w .,:&()+/[\]-]/g, "?");
