import { addCopyButtons } from "./copyButtons.ts";
import { foldOnPhones } from "./foldOnPhones.ts";
import { startSearch } from "./search.ts";
import { showResults } from "./showResults.ts";

foldOnPhones();
addCopyButtons();
startSearch();
void showResults();
