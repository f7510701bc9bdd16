import { DockerfileParser, ModifiableInstruction } from "dockerfile-ast";

export interface Stage {
  /** The image that it begins with. */
  readonly base: string;
  readonly name: string | undefined;
  readonly steps: readonly Step[];
}

export interface Step {
  /** In upper case. */
  readonly keyword: string;
  /** `from` of `--from=build`. */
  readonly flags: Readonly<Record<string, string>>;
  /** Its arguments as they are written, without flags. */
  readonly text: string;
}

/** The stages of a Dockerfile, in order. */
export function readStages(dockerfile: string): Stage[] {
  const stages: (Stage & { steps: Step[] })[] = [];
  for (const instruction of DockerfileParser.parse(dockerfile).getInstructions()) {
    const keyword = instruction.getKeyword();
    const text = instruction.getRawArgumentsContent() ?? "";
    const written = instruction instanceof ModifiableInstruction ? instruction.getFlags() : [];
    const flags = written.map((flag) => [flag.getName(), flag.getValue() ?? ""]);
    const [base = "", , name] = text.split(/\s+/);
    if (keyword === "FROM") stages.push({ base, name, steps: [] });
    else stages.at(-1)!.steps.push({ keyword, flags: Object.fromEntries(flags), text });
  }
  return stages;
}
