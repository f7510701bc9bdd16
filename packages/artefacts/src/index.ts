export { ARTEFACT_NAMES, ARTEFACTS } from "./artefacts.ts";
export type { ArtefactName } from "./artefacts.ts";
export { buildArtefact } from "./buildArtefact.ts";
export { ensureArtefact, findArtefact } from "./ensureArtefact.ts";
