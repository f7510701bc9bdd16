import { Badge } from "@portico/ui";
import type { Judgement } from "./judgeSpender.ts";
import { t } from "../../languages/t.ts";

const TONES = { high: "bad", some: "caution", low: "good" } as const;

export const LevelBadge = ({ level }: Pick<Judgement, "level">) => (
  <Badge tone={TONES[level]}>{t(`approvals.${level}`)}</Badge>
);
