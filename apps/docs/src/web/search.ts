import { hitLink } from "./hitItem.ts";
import { SHOWN } from "./searchOptions.ts";
import { canSearchHere, type Hit, loadSearch, resultsAddress } from "./searchSource.ts";

/** The search field: "/" or Ctrl+K focuses it, arrows choose, Enter opens, Escape closes (a WAI-ARIA combobox). */
export function startSearch(): void {
  const form = document.querySelector<HTMLFormElement>("form.search");
  const input = form?.querySelector("input");
  const list = form?.querySelector("ul");
  const status = form?.querySelector<HTMLElement>("[role=status]");
  if (!form || !input || !list || !status) return;
  form.hidden = false;
  listen({ form, input, list, status });
}

type Field = {
  readonly form: HTMLFormElement;
  readonly input: HTMLInputElement;
  readonly list: HTMLUListElement;
  readonly status: HTMLElement;
};

function listen(field: Field): void {
  const { form, input, list } = field;
  const focus = (event: KeyboardEvent) => {
    if (!isShortcut(event)) return;
    event.preventDefault();
    event.stopPropagation();
    input.focus();
    input.select();
  };
  addEventListener("keydown", focus, { capture: true }); // Redoc opens its own search on Ctrl+K
  input.addEventListener("focus", () => {
    if (canSearchHere()) loadSearch().catch(() => undefined); // typing reports the error
  });
  input.addEventListener("input", () => void find(field));
  input.addEventListener("keydown", (event) => answerKey(field, event));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const target = chosen(field)?.querySelector("a")?.href ?? resultsAddress(input.value);
    if (input.value.trim() === "") return;
    location.assign(target);
    close(field); // the result may be on this page
  });
  list.addEventListener("click", () => close(field));
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) close(field);
  });
}

function isShortcut({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const isCommand = ctrlKey || metaKey;
  if (altKey) return false;
  return isCommand ? key.toLowerCase() === "k" : key === "/" && !isWriting(target);
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");

async function find(field: Field): Promise<void> {
  const words = field.input.value.trim();
  if (words === "" || !canSearchHere()) return close(field);
  const search = await loadSearch().catch(() => undefined);
  if (search === undefined) {
    close(field);
    field.status.textContent = "The search can't be loaded right now";
    return;
  }
  if (field.input.value.trim() !== words) return; // the input has changed since then
  const hits = search(words);
  field.list.replaceChildren(...hits.slice(0, SHOWN).map(optionOf));
  field.list.hidden = hits.length === 0;
  field.input.setAttribute("aria-expanded", String(hits.length > 0));
  field.status.textContent = hits.length === 0 ? "Nothing found" : `${hits.length} found`;
  choose(field, hits.length > 0 ? 0 : undefined);
}

function optionOf(hit: Hit, index: number): HTMLLIElement {
  const option = document.createElement("li");
  option.id = `found-${index}`;
  option.role = "option";
  const link = hitLink(hit);
  link.tabIndex = -1; // reached by the arrow keys
  option.append(link);
  return option;
}

function answerKey(field: Field, event: KeyboardEvent): void {
  const options = [...field.list.children];
  const now = options.findIndex((option) => option.ariaSelected === "true");
  if (event.key === "Escape") {
    close(field);
  } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && options.length > 0) {
    event.preventDefault();
    const step = event.key === "ArrowDown" ? 1 : -1;
    choose(field, (now + step + options.length) % options.length);
  }
}

function choose({ input, list }: Field, index: number | undefined): void {
  for (const [at, option] of [...list.children].entries()) option.ariaSelected = String(at === index);
  if (index === undefined) return input.removeAttribute("aria-activedescendant");
  input.setAttribute("aria-activedescendant", `found-${index}`);
  list.children[index]?.scrollIntoView({ block: "nearest" });
}

const chosen = ({ list }: Field): Element | null => (list.hidden ? null : list.querySelector("[aria-selected=true]"));

function close(field: Field): void {
  field.list.hidden = true;
  field.list.replaceChildren();
  field.status.textContent = "";
  field.input.setAttribute("aria-expanded", "false");
  field.input.removeAttribute("aria-activedescendant");
}
