/** The list of pages is open beside the text, and folded above it on narrow screens. */
export function foldOnPhones(): void {
  const list = document.querySelector<HTMLDetailsElement>("details.pages");
  const isWide = matchMedia("(min-width: 60rem)");
  const fold = () => {
    if (list !== null) list.open = isWide.matches;
  };
  isWide.addEventListener("change", fold);
  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>("article details")) details.open = true;
  });
  fold();
  list?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}
