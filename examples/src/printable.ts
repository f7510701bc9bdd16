/**
 * A token's deployer chooses its strings: removes control and direction characters, which would reach the
 * terminal.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "?");
}
