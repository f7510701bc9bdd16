import { saveFile } from "../../../parts/saveFile.ts";

/** Where the parts of a file go. */
export interface ExportFile {
  readonly write: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
  readonly abort: () => Promise<void>;
}

type SavePicker = (options: { readonly suggestedName: string }) => Promise<{
  readonly createWritable: () => Promise<WritableStream<string> & ExportFile>;
}>;

/**
 * A file that the user chooses, which is written while it is read; where the browser has no such thing, one that is
 * collected and then downloaded. Undefined if the user chooses none. Only within a click.
 */
export async function openExportFile(name: string, type: string): Promise<ExportFile | undefined> {
  const { showSaveFilePicker: pick } = globalThis as { readonly showSaveFilePicker?: SavePicker };
  if (pick === undefined) return collectFile(name, type);
  try {
    return await (await pick({ suggestedName: name })).createWritable();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
    return collectFile(name, type); // it may be forbidden
  }
}

function collectFile(name: string, type: string): ExportFile {
  const parts: string[] = [];
  return {
    write: async (text) => void parts.push(text),
    close: async () => saveFile(name, new Blob(parts, { type })),
    abort: async () => void parts.splice(0),
  };
}
