const STORED = "portico code";

const KEYS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Shows samples in one language at a time: that of the last choice. Without the script all are shown, one below the other. */
export function addCodeTabs(): void {
  const groups = [...document.querySelectorAll<HTMLElement>(".tabs")].map(addTabs);
  const showAll = (label: string): void => groups.forEach((show) => show(label));
  for (const group of document.querySelectorAll(".tabs"))
    group.addEventListener("choose", (event) => showAll((event as CustomEvent<string>).detail));
  showAll(readChoice());
}

/** @returns how to show a language of the group. */
function addTabs(group: HTMLElement, at: number): (label: string) => void {
  const panels = [...group.querySelectorAll<HTMLElement>(".tab-panel")];
  const list = document.createElement("div");
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", "Language");
  const tabs = panels.map((panel, index) => addTab(panel, `tab-${at}-${index}`));
  list.append(...tabs);
  group.prepend(list);
  const choose = (index: number): void => {
    const tab = tabs.at(index % tabs.length);
    store(tab?.textContent ?? "");
    group.dispatchEvent(new CustomEvent("choose", { detail: tab?.textContent }));
    tab?.focus();
  };
  tabs.forEach((tab, index) => tab.addEventListener("click", () => choose(index)));
  list.addEventListener("keydown", ({ key }) => {
    const step = KEYS[key];
    if (step !== undefined) choose(tabs.findIndex(({ tabIndex }) => tabIndex === 0) + step);
  });
  return (label) => {
    const found = tabs.findIndex(({ textContent }) => textContent === label);
    tabs.forEach((tab, index) => {
      const isShown = index === Math.max(found, 0);
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      const panel = panels[index];
      if (panel !== undefined) panel.hidden = !isShown;
    });
  };
}

function addTab(panel: HTMLElement, id: string): HTMLButtonElement {
  const tab = document.createElement("button");
  tab.type = "button";
  tab.id = id;
  tab.textContent = panel.dataset["label"] ?? "";
  tab.setAttribute("role", "tab");
  panel.setAttribute("role", "tabpanel");
  panel.setAttribute("aria-labelledby", id);
  panel.querySelector(".tab-label")?.remove();
  return tab;
}

function readChoice(): string {
  try {
    return localStorage.getItem(STORED) ?? "";
  } catch {
    return ""; // storage is not allowed
  }
}

function store(label: string): void {
  try {
    localStorage.setItem(STORED, label);
  } catch {
    // then it lasts for this page
  }
}
