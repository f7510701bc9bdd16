import markdownIt from "markdown-it";

/**
 * How a sample is tested: `run` it against the mock and, in a long test, against a whole stack; `stack`: only there;
 * `check`: only compile; `skip`: not at all. `fails` runs too, and demonstrates an error. `file` is covered by another
 * test, `data` is not a program.
 */
export type SampleMode = "run" | "fails" | "stack" | "check" | "skip" | "file" | "data";

export type Sample = {
  /** The Markdown file, and the line of the fence in it. */
  readonly path: string;
  readonly line: number;
  readonly language: string;
  readonly mode: SampleMode;
  /** Why it can't run: required for `check` and `skip`, unless given names mark it as a fragment. */
  readonly reason: string;
  /** Names that the text around a fragment defines. */
  readonly given: readonly string[];
  readonly source: string;
  /** Its expected output, if a fence `text output` follows. */
  readonly output: string | undefined;
};

const PROGRAMS = new Set(["ts", "py", "sh"]);
const DATA = new Set(["json", "http", "text", "yaml", "sql"]);
const INFO =
  /^(?<language>\w+)(?: (?<file>[\w-]+\.[\w.-]+))?(?: (?<mode>run|fails|stack|check|skip|output)(?: given (?<given>[\w, ]+))?(?:: (?<reason>.+))?)?$/;

/**
 * Reads the fences of a Markdown text. Their info string is a language and a mode, with a reason if a sample is not
 * run: `ts`, `sh stack`, `ts check given db: needs a database`, `sh skip: never ends`.
 * @throws Error if an info string has another form, or lacks its reason.
 */
export function extractSamples(path: string, markdown: string): Sample[] {
  const fences = markdownIt()
    .parse(markdown, {})
    .filter(({ type }) => type === "fence");
  return fences.flatMap(({ info, content, map }, index) => {
    const line = (map?.[0] ?? 0) + 1;
    const parts = INFO.exec(info.trim())?.groups;
    if (parts === undefined) throw new Error(`${path}:${line}: invalid info string "${info}" of a sample`);
    const { language = "", file, mode = "run", given = "", reason = "" } = parts;
    if (mode === "output") return [];
    if (!PROGRAMS.has(language) && !DATA.has(language)) throw new Error(`${path}:${line}: ${language} is not checked`);
    if ((mode === "check" || mode === "skip") && reason === "" && given === "")
      throw new Error(`${path}:${line}: state why the sample isn't run: "${info}: because …"`);
    const next = fences[index + 1];
    return [
      {
        path,
        line,
        language,
        mode: DATA.has(language) ? "data" : file !== undefined ? "file" : (mode as SampleMode),
        reason,
        given: given.split(",").flatMap((name) => name.trim() || []),
        source: content,
        output: next?.info === "text output" ? next.content : undefined,
      },
    ];
  });
}

export const isChecked = ({ mode }: Sample): boolean => ["run", "fails", "stack", "check"].includes(mode);

const INTERNAL_IMPORT = /from "@portico\/(?!client|contract)/;

/** Whether it imports parts of the server, whose sources take several seconds to compile. */
export const needsServerParts = ({ source }: Sample): boolean => INTERNAL_IMPORT.test(source);
