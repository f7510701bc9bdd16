import { themeSelect } from "@portico/ui/browser";
import { addCodeTabs } from "./codeTabs.ts";
import { addCopyButtons } from "./copyButtons.ts";
import { foldOnPhones } from "./foldOnPhones.ts";
import { followTheme } from "./followTheme.ts";
import { startSearch } from "./search.ts";
import { showResults } from "./showResults.ts";
import { addTryIt } from "./tryIt.ts";

const header = document.querySelector(".top");
header?.append(themeSelect());
startSearch();
if (header?.querySelector("[aria-current]")) {
  // on the reference: the rest of the page, which is Redoc's, is not parsed yet
  followTheme();
  Reflect.deleteProperty(globalThis, "requestIdleCallback"); // without it Redoc builds no index for its hidden search
} else {
  foldOnPhones();
  addCodeTabs();
  addCopyButtons();
  addTryIt();
  void showResults();
}
