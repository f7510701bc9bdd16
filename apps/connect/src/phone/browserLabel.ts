import Bowser from "bowser";

/** "Chrome on Windows", as a hint for the person: a browser can claim to be any other. */
export function browserLabel(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === "") return "an unknown browser";
  const { browser, os } = Bowser.parse(userAgent.slice(0, 1_000));
  const [name, system] = [toPlain(browser.name), toPlain(os.name)];
  return `${name ?? "an unknown browser"}${system === undefined ? "" : ` on ${system}`}`;
}

/** As a message to sign may contain it. */
function toPlain(text: string | undefined): string | undefined {
  const plain = text
    ?.replaceAll(/[^\w .-]/g, "")
    .slice(0, 30)
    .trim();
  return plain === "" ? undefined : plain;
}
