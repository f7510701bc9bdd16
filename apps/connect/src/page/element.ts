type Attributes = Readonly<Record<string, string | boolean | ((event: Event) => void)>>;
export type Child = Node | string | null;

/** Creates an element. Strings become text, never HTML; functions become listeners; false omits an attribute. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

export const paragraph = (text: string, kind = ""): HTMLElement =>
  element("p", kind === "" ? {} : { class: kind }, text);

/** A button that never submits a form. */
export const button = (label: string, kind: "main" | "plain" | "link", click: () => void): HTMLButtonElement =>
  element("button", { type: "button", class: kind, click }, label);

/** A button with a countdown while it is disabled; it keeps the focus. */
export function delayedButton(label: string, waitS: number, click: () => void): HTMLButtonElement {
  let left = Math.ceil(waitS);
  const made = button(label, "main", () => {
    if (left <= 0) click();
  });
  const show = (): void => {
    made.textContent = left > 0 ? `${label} (in ${left} s)` : label;
    made.setAttribute("aria-disabled", String(left > 0));
    if (left <= 0) return;
    setTimeout(() => {
      left -= 1;
      show();
    }, 1000);
  };
  show();
  return made;
}
