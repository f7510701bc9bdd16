import { themeSelect } from "@portico/ui/browser";
import { addCopyButtons } from "./copyButtons.ts";
import { foldOnPhones } from "./foldOnPhones.ts";
import { followTheme } from "./followTheme.ts";
import { startSearch } from "./search.ts";
import { showResults } from "./showResults.ts";

const header = document.querySelector(".top");
header?.append(themeSelect());
startSearch();
if (header?.querySelector("[aria-current]")) {
  followTheme(); // on the reference the rest of the page is not parsed yet, and is Redoc's
} else {
  foldOnPhones();
  addCopyButtons();
  void showResults();
}
