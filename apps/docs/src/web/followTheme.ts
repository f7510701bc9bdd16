/**
 * On the reference: gives the root element the class `light` or `dark`, which Redoc's style uses, as `data-theme` and
 * the operating system have it. Redoc sets the class too, whenever its state changes.
 */
export function followTheme(): void {
  const root = document.documentElement;
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const { theme } = root.dataset;
    const isDark = theme === "dark" || (theme !== "light" && prefersDark.matches);
    root.classList.toggle("dark", isDark);
    root.classList.toggle("light", !isDark);
  };
  new MutationObserver(apply).observe(root, { attributeFilter: ["class", "data-theme"] });
  prefersDark.addEventListener("change", apply);
  apply();
}
