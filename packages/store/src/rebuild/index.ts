export { beginRebuild } from "./beginRebuild.ts";
export { deleteIndex, finishRebuild } from "./finishRebuild.ts";
export { NEXT_SEARCH_PATH, RebuildError } from "./nextIndex.ts";
export { readRebuild, type RebuildStatus } from "./rebuildStatus.ts";
