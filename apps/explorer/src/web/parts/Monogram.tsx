const HUES = 6;

/** The first character of a name, instead of an image; the colour depends on the id, so that it is stable. */
export const Monogram = ({ name, id, shape = "round" }: MonogramProps) => (
  <span className={`monogram ${shape} hue-${hueOf(id)}`} aria-hidden>
    {initialOf(name)}
  </span>
);

export interface MonogramProps {
  readonly name: string;
  readonly id: string;
  readonly shape?: "round" | "square";
}

const hueOf = (id: string): number => {
  let sum = 7;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return (sum % HUES) + 1;
};

/** The first letter or digit, after NFKC normalisation. */
const initialOf = (name: string): string => (/[\p{L}\p{N}]/u.exec(name.normalize("NFKC"))?.[0] ?? "?").toUpperCase();
