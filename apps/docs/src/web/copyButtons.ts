/** Adds a copy button to every code block, if the browser allows copying. */
export function addCopyButtons(): void {
  if (!("clipboard" in navigator)) return;
  for (const block of document.querySelectorAll<HTMLPreElement>("article pre")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", () => void copy(block, button));
    const frame = document.createElement("div");
    frame.className = "code";
    block.replaceWith(frame);
    frame.append(block, button);
  }
}

async function copy(block: HTMLPreElement, button: HTMLButtonElement): Promise<void> {
  const result = await navigator.clipboard.writeText(block.textContent).then(
    () => "Copied",
    () => "Not allowed",
  );
  button.textContent = result;
  setTimeout(() => {
    button.textContent = "Copy";
  }, 2000);
}
