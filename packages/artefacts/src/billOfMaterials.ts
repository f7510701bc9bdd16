import type { Models } from "@cyclonedx/cyclonedx-library";
import type { Package } from "./packagesOf.ts";

/**
 * An artefact's SBOM: CycloneDX 1.6 as JSON. It depends on the artefact's content alone: it has no time and no serial number.
 * @param version - Of Portico; undefined if the checkout has none.
 */
export async function billOfMaterials(
  name: string,
  version: string | undefined,
  packages: readonly Package[],
): Promise<string> {
  const cyclonedx = await import("@cyclonedx/cyclonedx-library"); // loaded only here: most processes find their artefacts built
  const { PackageURL } = await import("packageurl-js");
  const { Contrib, Enums, Models, Serialize, Spec } = cyclonedx;
  const licenses = new Contrib.License.Factories.LicenseFactory(assertExpression);

  const describe = ({ name: fullName, version: own, license }: Package): Models.Component => {
    const [, group, short = fullName] = /^(@[^/]+)\/(.+)$/.exec(fullName) ?? [];
    const purl = new PackageURL("npm", group, short, own).toString();
    const component = new Models.Component(Enums.ComponentType.Library, short, { version: own, purl, bomRef: purl });
    if (group !== undefined) component.group = group;
    component.licenses.add(licenses.makeFromString(license));
    return component;
  };

  const app = new Models.Component(Enums.ComponentType.Application, `portico-${name}`, { bomRef: `portico-${name}` });
  if (version !== undefined) app.version = version;
  app.licenses.add(licenses.makeFromString("MIT"));
  const bom = new Models.Bom();
  bom.metadata.component = app;
  for (const component of packages.map(describe)) {
    bom.components.add(component);
    app.dependencies.add(component.bomRef);
  }
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 2 })}\n`;
}

/** @throws Error unless it is an SPDX expression of several licenses: `(MIT OR Apache-2.0)`. */
function assertExpression(text: string): void {
  const names = text.split(/ (?:AND|OR|WITH) /);
  if (names.length < 2 || !names.every((one) => /^\(*[A-Za-z0-9.+-]+\)*$/.test(one))) throw new Error("no expression");
}
