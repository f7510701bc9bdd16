import { Badge } from "@portico/ui";
import { type Judgement, LEVEL_WORDS } from "./judgeSpender.ts";

const TONES = { high: "bad", some: "caution", low: "good" } as const;

export const LevelBadge = ({ level }: Pick<Judgement, "level">) => (
  <Badge tone={TONES[level]}>{LEVEL_WORDS[level]}</Badge>
);
