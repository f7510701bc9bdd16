import { themeSelect } from "@portico/ui/browser";
import { addCopyButtons } from "./copyButtons.ts";
import { foldOnPhones } from "./foldOnPhones.ts";
import { startSearch } from "./search.ts";
import { showResults } from "./showResults.ts";

document.querySelector(".top")?.append(themeSelect());
foldOnPhones();
addCopyButtons();
startSearch();
void showResults();
