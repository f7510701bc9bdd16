/** Text as XML; characters that XML forbids stay, and make a file that can't be drawn. */
export const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
