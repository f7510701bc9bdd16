interface AppLogoProps {
  readonly name: string;
  readonly url: string | null;
  readonly size?: "large";
}

/** An app's logo, or the first letter of its name. */
export const AppLogo = ({ name, url, size }: AppLogoProps) =>
  url === null ? (
    <span className={`logo letter ${size ?? ""}`} aria-hidden>
      {initialOf(name)}
    </span>
  ) : (
    <img className={`logo ${size ?? ""}`} src={url} alt="" width={256} height={256} />
  );

/** The first grapheme cluster, of any number of code points. */
const initialOf = (name: string): string =>
  new Intl.Segmenter().segment(name.trim()).containing(0)?.segment.toUpperCase() ?? "?";
